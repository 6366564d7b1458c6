import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserExecute } from '../relay/environment.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import DeleteSettingDialog from './DeleteSettingDialog.tsx';
import { NewSetting } from './NewSetting.tsx';
import { SettingRow } from './SettingRow.tsx';
import type { Setting } from './settings.ts';
import { SmtpSettings } from './smtp/SmtpSettings.tsx';
import { useSettingEditor } from './useSettingEditor.ts';

afterEach(() => vi.unstubAllGlobals());

const setting = (key: string, category: string): Setting => ({
  id: key,
  key,
  category,
  value: 'mail.example',
  version: 1,
  description: null,
  isEncrypted: false,
  problem: null,
});

const host = setting('smtp_host', 'smtp');
const title = setting('site_title', 'general');
const secret = { ...setting('api_key', 'general'), value: '••••••••', isEncrypted: true };

function Smtp() {
  return <SmtpSettings settings={[host]} editor={useSettingEditor(() => Promise.resolve())} />;
}

function Row({ shown }: { shown: Setting }) {
  return (
    <SettingRow
      setting={shown}
      editor={useSettingEditor(() => Promise.resolve())}
      onDelete={vi.fn()}
    />
  );
}

const nothing = () => Promise.resolve();

const button = (name: string) => screen.findByRole('button', { name });

const press = async (name: string) => userEvent.click(await button(name));

const actions = {
  saveMail: async () => {
    const { environment } = renderWithRelay(<Smtp />);
    await userEvent.type(screen.getByRole('textbox'), '.org');
    await press('Save SMTP Settings');
    return environment;
  },
  test: async () => {
    const { environment } = renderWithRelay(<Smtp />);
    await press('Test Connection');
    return environment;
  },
  initialize: async () => {
    const { environment } = renderWithRelay(<Smtp />);
    await press('Initialize SMTP Settings');
    return environment;
  },
  update: async () => {
    const { environment } = renderWithRelay(<Row shown={title} />);
    await userEvent.type(screen.getByRole('textbox'), '.org');
    await press('Save');
    return environment;
  },
  show: async () => {
    const { environment } = renderWithRelay(<Row shown={secret} />);
    await press('Show api_key');
    return environment;
  },
  create: async () => {
    const { environment } = renderWithRelay(
      <NewSetting suggestedKey="site_title" onCreated={nothing} />,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), 'Weeks');
    await press('Create Setting');
    return environment;
  },
  delete: async () => {
    const { environment } = renderWithRelay(
      <DeleteSettingDialog
        setting={title}
        isOpen
        onClose={vi.fn()}
        focusAfter={() => null}
        onDeleted={nothing}
      />,
    );
    await press('Delete');
    return environment;
  },
};

/** The error that the page gets for this response. */
async function failureOf(answer: () => Promise<Response>): Promise<Error> {
  vi.stubGlobal('fetch', answer);
  return Promise.resolve(createBrowserExecute([])('any', {})).then(
    () => new Error('It has answered'),
    (error: Error) => error,
  );
}

const away = (): Promise<Response> =>
  Promise.resolve(
    new Response('Service Unavailable', {
      status: 503,
      headers: { 'content-type': 'text/plain' },
    }),
  );
const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const refused = (): Promise<Response> =>
  Promise.resolve(
    new Response('Too many requests. Please wait a minute', {
      status: 429,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }),
  );

const again = 'Please try again';

it('says how figures with a source are written, before and after they are set', () => {
  renderWithRelay(<NewSetting suggestedKey="trust_figures" onCreated={nothing} />);
  expect(screen.getByText(/^One figure in a line:/)).toBeInTheDocument();
  renderWithRelay(<Row shown={setting('testimonials', 'general')} />);
  expect(screen.getByText(/^One voice in a line:/)).toBeInTheDocument();
});

describe.each<[keyof typeof actions, string | undefined, string]>([
  ['saveMail', 'Failed to save settings', again],
  ['test', 'SMTP Test Failed', 'Please check your configuration and try again.'],
  ['initialize', 'Failed to initialize SMTP settings', again],
  ['update', 'Failed to update setting', again],
  ['show', 'api_key could not be shown', again],
  ['create', 'Failed to create setting', again],
  ['delete', undefined, again],
])('%s', (action, heading, text) => {
  const told = async (answer: () => Promise<Response>): Promise<void> => {
    const environment = await actions[action]();
    const failure = await failureOf(answer);
    await act(async () => environment.mock.rejectMostRecentOperation(failure));
    await (heading === undefined
      ? waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement())
      : screen.findByText(heading));
  };

  it.each([
    ['responds with 503', away],
    ['is unreachable', lost],
  ])('shows its own message if the server %s', async (_how, answer) => {
    await told(answer);
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent(/503|Unavailable|fetch/);
  });

  it('shows the message of the server', async () => {
    await told(refused);
    expect(screen.getByText('Too many requests. Please wait a minute')).toBeInTheDocument();
  });
});
