import Tab from '@mui/material/Tab';
import { Tabs } from '../ui/material/Tabs.ts';
import { useId, useState } from 'react';
import styles from './Mail.module.css';

interface MailFrameProps {
  subject: string;
  html: string;
  text: string;
}

export function MailFrame({ subject, html, text }: MailFrameProps) {
  const [part, setPart] = useState<'html' | 'text'>('html');
  const id = useId();
  return (
    <>
      <Tabs
        value={part}
        onChange={(_event, chosen: 'html' | 'text') => setPart(chosen)}
        aria-label="Parts of the message"
      >
        <Tab id={`${id}-html`} value="html" label="HTML" aria-controls={`${id}-part`} />
        <Tab id={`${id}-text`} value="text" label="Plain Text" aria-controls={`${id}-part`} />
      </Tabs>
      {part === 'html' ? (
        <div id={`${id}-part`} role="tabpanel" aria-labelledby={`${id}-html`}>
          <iframe
            className={`block full margin-top-3 card ${styles.frame}`}
            title={subject}
            sandbox=""
            srcDoc={html}
          />
        </div>
      ) : (
        <div
          id={`${id}-part`}
          className={`padding-4 framed rounded breaks pre-wrap ${styles.text}`}
          role="tabpanel"
          aria-labelledby={`${id}-text`}
          tabIndex={0}
        >
          {text}
        </div>
      )}
    </>
  );
}
