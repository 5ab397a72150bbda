import { authenticateAsync, hasHardwareAsync, isEnrolledAsync } from 'expo-local-authentication';

/** The phone's own way of knowing its owner: a finger or a face. */
export interface Biometrics {
  /** Whether there is one, and somebody is enrolled. */
  isReady(): Promise<boolean>;
  /** Asks for it. False for a stranger, and for whoever cancels. */
  confirm(question: string): Promise<boolean>;
}

export const biometrics: Biometrics | null = {
  isReady: async () => (await hasHardwareAsync()) && (await isEnrolledAsync()),
  confirm: async (question) => {
    // The PIN of the app stands in for the finger, not the code of the phone, which others may know.
    const { success } = await authenticateAsync({ promptMessage: question, disableDeviceFallback: true });
    return success;
  },
};
