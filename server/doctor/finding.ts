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

/** The message of an error without addresses that contain a password. */
export function reasonOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${message}${cause}`.replace(/\b(\w+:\/\/)[^@\s/]+@/g, '$1…@');
}
