import { File, Paths } from 'expo-file-system';
import { shareAsync } from 'expo-sharing';
import { Share } from 'react-native';

export type SharedFile = { name: string; type: string; text: string };
export type ShareResult = 'shared' | 'cancelled' | 'failed';

export async function shareText(text: string): Promise<ShareResult> {
  try {
    const { action } = await Share.share({ message: text });
    return action === Share.dismissedAction ? 'cancelled' : 'shared';
  } catch {
    return 'failed';
  }
}

/** Writes the file to the cache folder, which the phone empties, and opens the share sheet. */
export async function shareFile({ name, type, text }: SharedFile): Promise<ShareResult> {
  try {
    const file = new File(Paths.cache, name);
    file.create({ overwrite: true });
    file.write(text);
    await shareAsync(file.uri, { mimeType: type, dialogTitle: name });
    return 'shared';
  } catch {
    return 'failed';
  }
}
