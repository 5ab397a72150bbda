/** The names of backups sort by time. */
export const BACKUP_NAME = /^doorstep-\d{8}T\d{6}Z\.backup$/;

/** What is added to the name until the backup is complete. */
export const UNFINISHED = '.unfinished';

export function backupName(now: Date): string {
  return `doorstep-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}
