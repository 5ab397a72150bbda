/** The result of one check: what was found, and what to do about it. */
export type Finding = {
  readonly subject: Subject;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
};

export type Subject = 'settings' | 'database' | 'standby' | 'disk' | 'mail' | 'address' | 'clock' | 'backup';

export const ok = (subject: Subject, text: string): Finding => ({ subject, state: 'ok', text });
export const warning = (subject: Subject, text: string): Finding => ({ subject, state: 'warning', text });
export const problem = (subject: Subject, text: string): Finding => ({ subject, state: 'problem', text });
