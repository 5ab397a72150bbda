import { File, Paths } from 'expo-file-system';
import { shareAsync } from 'expo-sharing';
import { Share } from 'react-native';

export type SharedFile = { name: string; type: string; text: string };
export type ShareAnswer = 'shared' | 'cancelled' | 'failed';

/** Hands a text to the phone's own sheet. */
export async function shareText(text: string): Promise<ShareAnswer> {
  try {
    const { action } = await Share.share({ message: text });
    return action === Share.dismissedAction ? 'cancelled' : 'shared';
  } catch {
    return 'failed'; // The sheet could not be shown; the caller says so and the text is still there.
  }
}

/** Hands a file to the phone's own sheet. It lies in the cache, which the phone empties by itself. */
export async function shareFile({ name, type, text }: SharedFile): Promise<ShareAnswer> {
  try {
    const file = new File(Paths.cache, name);
    file.create({ overwrite: true });
    file.write(text);
    await shareAsync(file.uri, { mimeType: type, dialogTitle: name });
    return 'shared';
  } catch {
    return 'failed'; // No room or no sheet; the caller says so and nothing was lost.
  }
}
