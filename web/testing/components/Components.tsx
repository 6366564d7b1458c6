import {
  PageForm,
  DialogForm,
  FormActions,
  FormFailure,
  SubmitButton,
} from '#web/ui/forms/Form.tsx';
import { InlineText } from '#web/ui/words/InlineText.tsx';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon, iconNames } from '#web/ui/basics/Icon.tsx';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { MenuButton } from '#web/ui/basics/MenuButton.tsx';
import { StarRating } from '#web/ui/basics/StarRating.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { MonthLinks, MonthTable } from '#web/ui/calendar/MonthTable.tsx';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { DialogButtons } from '#web/ui/dialogs/DialogButtons.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { GuardedPage } from '#web/ui/dialogs/useLeaveGuard.tsx';
import { ShownLink } from '#web/ui/panels/ShownLink.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { Toasts } from '#web/ui/feedback/Toasts.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { Choices } from '#web/ui/forms/fields/Choices.tsx';
import { OptionList } from '#web/ui/forms/fields/OptionList.tsx';
import { NewPasswordField, PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { StarInput } from '#web/ui/forms/fields/StarInput.tsx';
import { SwitchField } from '#web/ui/forms/fields/SwitchField.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { LinkTabs } from '#web/ui/layout/LinkTabs.tsx';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';
import { PanelsSkeleton } from '#web/ui/layout/PanelsSkeleton.tsx';
import { Section } from '#web/ui/layout/Section.tsx';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { TabLinks } from '#web/ui/layout/TabLinks.tsx';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import { FormControlLabel } from '#web/ui/material/FormControlLabel.ts';
import { LinearProgress } from '#web/ui/material/LinearProgress.ts';
import { Switch } from '#web/ui/material/Switch.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { PictureRow, Todo } from '#web/ui/panels/PictureRow.tsx';
import { Timeline, TimelineNote, TimelineStep } from '#web/ui/panels/Timeline.tsx';
import { TonePanel } from '#web/ui/panels/TonePanel.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { LocalClock, LocalDay, LocalTime } from '#web/ui/words/LocalTime.tsx';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';
import styles from './Components.module.css';

const instant = '2026-11-21T09:30:00.000Z';
const longText = 'Two bedrooms at the water, four minutes from the pier of San Buenaventura';
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='100%25' height='100%25' fill='%231C7C86'/%3E%3C/svg%3E";
const tones = ['good', 'open', 'bad', 'quiet'] as const;

/** All components of `web/ui` in all their states, at /testing/components/ of `npm run dev`. */
export function Components() {
  return (
    <main>
      <Section title="Components" subtitle="Every component of web/ui in every state">
        {Object.entries(basics).map(([name, states]) => (
          <State key={name} name={name}>
            {states}
          </State>
        ))}
        <State name="Select, StarInput, Switch">
          <Selections />
        </State>
        <State name="PageForm, DialogForm, ChoiceField, SwitchField">
          <Forms />
        </State>
        <State name="FormDialog, ConfirmForm, useLeaveGuard">
          <Dialogs />
        </State>
        <State name="DialogButton">
          <DialogButton label="Read More" name="more" title="More about the week">
            <p>{longText}</p>
          </DialogButton>
        </State>
        <State name="DialogButtons">
          <DialogButtons
            choices={[
              { name: 'read', label: 'Read', isPossible: true, content: <p>{longText}</p> },
              { name: 'gone', label: 'Gone', isPossible: false, content: <p>{longText}</p> },
            ]}
          />
        </State>
        <State name="ShownLink">
          <ShownLink label="Address of the calendar" url="https://weeks.test/calendars/a.ics" />
        </State>
        <State name="ShowMore">
          <MoreRows hasNext isLoadingNext={false} />
          <MoreRows hasNext isLoadingNext />
        </State>
        <State name="SectionBoundary">
          <SectionBoundary message="The weeks could not be loaded" attempt={1}>
            <Failing />
          </SectionBoundary>
        </State>
      </Section>
      <WaveDivider />
      <Toasts />
    </main>
  );
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`stack gap-2 to-left padding-y-3 line-above ${styles.state}`}>
      <h3>{name}</h3>
      <div className="cluster gap-3 at-top">{children}</div>
    </div>
  );
}

const basics: Readonly<Record<string, ReactNode>> = {
  Button: (['contained', 'outlined', 'text'] as const).flatMap((variant) =>
    (['primary', 'secondary', 'error', 'inherit'] as const).map((color) => (
      <Button key={`${variant} ${color}`} variant={variant} color={color}>
        {variant} {color}
      </Button>
    )),
  ),
  'Button: sizes, icons, disabled, full width': (
    <>
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
      <Button variant="contained" startIcon={<Icon name="search" />}>
        Search
      </Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="outlined" disabled>
        Disabled
      </Button>
      <Button variant="contained" color="secondary" fullWidth>
        {longText}
      </Button>
    </>
  ),
  'ButtonLink, ButtonAnchor, BackLink': (
    <>
      <ButtonLink to="?" variant="contained">
        To a page
      </ButtonLink>
      <ButtonAnchor href="#file" variant="outlined" color="inherit">
        To a file
      </ButtonAnchor>
      <BackLink to="?">Back to Dashboard</BackLink>
    </>
  ),
  'Icon, IconButton': (
    <>
      {iconNames.map((name) => (
        <IconButton key={name} aria-label={name}>
          <Icon name={name} />
        </IconButton>
      ))}
    </>
  ),
  'MenuButton, Tooltip': (
    <>
      <MenuButton
        label="More"
        about="Week 12"
        actions={[
          { label: 'Edit', run: () => undefined },
          { label: 'Delete', isDangerous: true, run: () => undefined },
        ]}
      />
      <Tooltip text="Shown after a while, or at once on keyboard focus">
        <Button variant="outlined">With a tooltip</Button>
      </Tooltip>
    </>
  ),
  StarRating: [0, 2.5, 3.7, 5].map((rating) => <StarRating key={rating} rating={rating} />),
  StatusBadge: ([...tones, 'strong'] as const).map((tone) => (
    <StatusBadge key={tone} status={{ tone, label: tone }} />
  )),
  Toasts: (
    <>
      <Button onClick={() => showToast({ title: 'Saved', description: longText })}>Show</Button>
      <Button
        color="error"
        onClick={() => showToast({ title: 'Not saved', variant: 'destructive' })}
      >
        Show a failure
      </Button>
    </>
  ),
  'TextField, PasswordField': (
    <>
      <TextField label="Title" placeholder="Oceanfront week" helperText="At most 80 characters" />
      <TextField label="Guests" error helperText="Between 1 and 8 guests" defaultValue="12" />
      <TextField label="Resort" disabled defaultValue="Harbor Lights" />
      <TextField label="Message" multiline minRows={3} />
      <PasswordField label="Password" defaultValue="a secret" />
      <NewPasswordField label="New password" />
    </>
  ),
  'FormFailure, FormActions, SubmitButton': (
    <>
      <FormFailure message="The week could not be saved. Try again in a minute." />
      <FormActions>
        <SubmitButton isSending={false}>Save</SubmitButton>
        <SubmitButton isSending>Save</SubmitButton>
      </FormActions>
    </>
  ),
  DetailSkeleton: <DetailSkeleton columns={[['160px', '220px'], ['300px']]} />,
  PanelsSkeleton: <PanelsSkeleton />,
  LinkTabs: (
    <LinkTabs
      label="Kinds"
      tabs={[
        { name: 'weeks', label: 'Weeks', to: '?' },
        { name: 'stays', label: 'Stays', to: '?kind=stays' },
      ]}
      current="weeks"
    >
      <p>{longText}</p>
    </LinkTabs>
  ),
  'LinearProgress, Skeleton': (
    <>
      <LinearProgress aria-label="Upload" variant="determinate" value={40} style={{ flex: 1 }} />
      <Skeleton width="12rem" height="4rem" radius="14px" />
    </>
  ),
  TabLinks: (
    <TabLinks
      label="Parts"
      tabs={['Upcoming', 'Past', 'Cancelled'].map((label, index) => ({
        label,
        to: `?part=${index}`,
        isCurrent: index === 0,
      }))}
    />
  ),
  EmptyState: (
    <EmptyState title="No weeks yet" action={<Button variant="contained">List a Week</Button>}>
      <p>Your weeks appear here.</p>
    </EmptyState>
  ),
  Panel: (
    <Panel title="Resort Management" icon="home" action={<Button>Open</Button>}>
      <p>{longText}</p>
    </Panel>
  ),
  TonePanel: tones.map((tone) => (
    <TonePanel key={tone} tone={tone} label={tone} title="Certificate issued">
      <p>{longText}</p>
    </TonePanel>
  )),
  PictureRow: (
    <ul>
      <PictureRow
        imageUrl={picture}
        to="?"
        title={longText}
        state={<StatusBadge status={{ tone: 'good', label: 'Confirmed' }} />}
      >
        <p>Nov 21 to 28</p>
        <Todo>Answer by tomorrow</Todo>
      </PictureRow>
    </ul>
  ),
  Timeline: (
    <Timeline>
      {([...tones, 'coming'] as const).map((tone) => (
        <TimelineStep key={tone} tone={tone} icon="calendar" title={tone} when="Nov 21">
          <TimelineNote>{longText}</TimelineNote>
        </TimelineStep>
      ))}
    </Timeline>
  ),
  MonthTable: (
    <>
      <MonthLinks headingId="month" month="2027-02" pathOf={(month) => `?month=${month}`} />
      <MonthTable
        month="2027-02"
        aria-labelledby="month"
        isSelected={(day) => day === '2027-02-13'}
      >
        {(day) => <button type="button">{Number(day.slice(8))}</button>}
      </MonthTable>
    </>
  ),
  FactList: (
    <>
      <FactList
        facts={[
          ['Size', 'Sleeps 6'],
          ['View', longText],
        ]}
      />
      <FactList
        isWide
        facts={[
          ['Size', 'Sleeps 6'],
          ['View', longText],
        ]}
      />
    </>
  ),
  Choices: (
    <Choices
      legend="Reason"
      name="reason"
      value="spam"
      choices={[
        { value: 'spam', label: 'Spam', words: 'Advertising, or the same text again and again' },
        { value: 'other', label: 'Other' },
      ]}
      error={false}
      helperText={undefined}
      onChange={() => undefined}
    />
  ),
  OptionList: (
    <OptionList
      id="places"
      label="Places"
      groups={[{ name: 'towns', label: 'Towns', icon: 'pin' }]}
      groupOf={() => 'towns'}
      options={['Camden', 'Kihei']}
      keyOf={String}
      active={1}
      onPoint={() => undefined}
      onChoose={() => undefined}
      classes={{}}
    >
      {String}
    </OptionList>
  ),
  ActionButton: (
    <ActionButton variant="quiet" run={() => Promise.reject(new Error())} failed="It failed">
      Try
    </ActionButton>
  ),
  InlineText: (
    <InlineText
      parts={[
        { kind: 'text', text: 'Hello {name}, ' },
        { kind: 'strong', text: 'read' },
        { kind: 'code', text: 'this' },
        { kind: 'link', text: 'page', to: '/' },
      ]}
      values={{ name: 'Mia' }}
    />
  ),
  'EmailText, TeamEmail, MaskedText': (
    <>
      <EmailText email="mia@weeks.example" />
      <TeamEmail email="team@weeks.example" />
      <TeamEmail email="" />
      <span>
        <MaskedText text="Call me at [hidden], please" />
      </span>
    </>
  ),
  'LocalTime, LocalDay, LocalClock': (
    <>
      <LocalTime instant={instant} />
      <LocalDay instant={instant} />
      <LocalClock instant={instant} />
    </>
  ),
};

function Selections() {
  const [value, setValue] = useState('all');
  const [stars, setStars] = useState('');
  const starInput = { label: 'Rating', value: stars, helperText: 'Choose one to five stars' };
  return (
    <>
      <Select
        label="Status"
        choices={['all', 'open', 'over'].map((choice) => ({ value: choice, label: choice }))}
        value={value}
        onChange={setValue}
      />
      {[false, true].map((error) => (
        <StarInput
          key={String(error)}
          {...starInput}
          name={`stars ${error}`}
          error={error}
          onChange={({ target }) => setStars(target.value)}
        />
      ))}
      <FormControlLabel control={<Switch defaultChecked />} label="Book at once" />
      <FormControlLabel control={<Switch disabled />} label="Disabled" />
    </>
  );
}

function Forms() {
  const options = {
    initial: { season: 'red', isNew: 'true' },
    validate: () => ({}),
    send: () => Promise.reject(new Error('The week could not be saved')),
  };
  const form = useForm(options);
  const other = useForm(options);
  return (
    <>
      <DialogForm form={form} label="In a dialog" submit="Save Week">
        <ChoiceField {...form.field('season', 'As the resort calls it')} label="Season">
          <option value="red">Red</option>
          <option value="white">White</option>
        </ChoiceField>
      </DialogForm>
      <PageForm form={other} label="On a page" submit="Save Week">
        <SwitchField {...other.field('isNew')} label="New availability" />
      </PageForm>
    </>
  );
}

function Dialogs() {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <GuardedPage>
      <Button ref={opener} variant="outlined" onClick={() => setIsOpen(true)}>
        Cancel a Booking
      </Button>
      <FormDialog
        title="Cancel this booking?"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        focusAfter={() => opener.current}
      >
        <ConfirmForm
          label="Cancel Booking"
          busyLabel="Cancelling…"
          color="error"
          text={{ label: 'Reason', requiredMessage: 'Say why', hint: 'The owner reads it' }}
          day={{ name: 'day', label: 'Last Day', hint: 'Optional' }}
          run={() => Promise.resolve({ title: 'Cancelled' })}
          fallbackMessage="The booking could not be cancelled"
        >
          <p>{longText}</p>
        </ConfirmForm>
      </FormDialog>
    </GuardedPage>
  );
}

function MoreRows({ hasNext, isLoadingNext }: { hasNext: boolean; isLoadingNext: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ShowMore
      noun="Bookings"
      count={20}
      pages={{ list, hasNext, isLoadingNext, loadNext: () => ({ dispose: () => undefined }) }}
    />
  );
}

/** A part of a page whose data could not be loaded. */
function Failing(): ReactNode {
  throw new Error('A part of the page failed');
}
