import { authenticateAsync, hasHardwareAsync, isEnrolledAsync } from 'expo-local-authentication';

export interface Biometrics {
  /** Whether the phone has a sensor and a person is enrolled. */
  isReady(): Promise<boolean>;
  /** False for another person, and after a cancel. */
  confirm(question: string): Promise<boolean>;
}

export const biometrics: Biometrics | null = {
  isReady: async () => (await hasHardwareAsync()) && (await isEnrolledAsync()),
  confirm: async (question) => {
    // The fallback is the PIN of the app, not the passcode of the phone, which others may know.
    const { success } = await authenticateAsync({ promptMessage: question, disableDeviceFallback: true });
    return success;
  },
};
