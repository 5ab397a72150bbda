/** The names of backups sort by time. */
export const BACKUP_NAME = /^doorstep-\d{8}T\d{6}Z\.backup$/;

export function backupName(now: Date): string {
  return `doorstep-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}
