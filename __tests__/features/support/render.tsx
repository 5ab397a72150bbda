import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react-native';
import { type ReactNode } from 'react';
import { SafeAreaProvider } from 'react-native-safe-area-context';

import { type Runtime, RuntimeProvider } from '@/features/shared/runtime';
import { I18nProvider } from '@/i18n/I18nProvider';
import { englishLanguage, type LoadedLanguage } from '@/i18n/languages';
import { refreshChangedQueries } from '@/runtime/freshness';
import { createQueryClient } from '@/runtime/queryClient';
import { ThemeProvider } from '@/ui/theme';
import { ToastProvider } from '@/ui/Toast';

const phone = {
  frame: { x: 0, y: 0, width: 390, height: 844 },
  insets: { top: 47, left: 0, right: 0, bottom: 34 },
};

/** What every screen has around it, with queries that follow the store as they do in the app. */
export function createWrapper(
  runtime: Runtime,
  language: LoadedLanguage = englishLanguage(),
  timeZone = 'Europe/Paris'
) {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, gcTime: Infinity } });
  refreshChangedQueries(runtime.store, client);
  return function Wrapper({ children }: { children: ReactNode }) {
    return (
      <SafeAreaProvider initialMetrics={phone}>
        <ThemeProvider>
          <I18nProvider language={language} timeZone={timeZone}>
            <QueryClientProvider client={client}>
              <RuntimeProvider value={runtime}>
                <ToastProvider>{children}</ToastProvider>
              </RuntimeProvider>
            </QueryClientProvider>
          </I18nProvider>
        </ThemeProvider>
      </SafeAreaProvider>
    );
  };
}

/**
 * Waits until all work after a press or a letter is done: the store has responded and the screen is rendered. The
 * router of the test stops the clock, so the clock is advanced here.
 */
export async function settle(): Promise<void> {
  await act(async () => {
    await jest.advanceTimersByTimeAsync(20);
  });
}

export async function press(role: 'button' | 'radio' | 'checkbox', name: string | RegExp): Promise<void> {
  fireEvent.press(screen.getByRole(role, { name }));
  await settle();
}

export async function type(label: string, text: string): Promise<void> {
  fireEvent.changeText(screen.getByLabelText(label), text);
  await settle();
}
