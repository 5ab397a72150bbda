import { act, render } from '@testing-library/react-native';
import { type ReactElement, type ReactNode } from 'react';
import { Dimensions } from 'react-native';
import { SafeAreaProvider } from 'react-native-safe-area-context';

import { ThemeProvider } from '@/ui/theme';
import { ToastProvider } from '@/ui/Toast';

const phone = {
  frame: { x: 0, y: 0, width: 390, height: 844 },
  insets: { top: 47, left: 0, right: 0, bottom: 34 },
};

/** Renders a component with all providers, on a phone with a notch. */
export function renderUi(
  element: ReactElement,
  options: { direction?: 'ltr' | 'rtl'; insets?: Partial<typeof phone.insets> } = {}
) {
  const metrics = { ...phone, insets: { ...phone.insets, ...options.insets } };
  return render(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <SafeAreaProvider initialMetrics={metrics}>
        <ThemeProvider direction={options.direction}>
          <ToastProvider>{children}</ToastProvider>
        </ThemeProvider>
      </SafeAreaProvider>
    ),
  });
}

/** Sets the window width and the text scale. */
export function onWindow(width: number, fontScale = 1, height = 844) {
  act(() => Dimensions.set({ window: { width, height, scale: 2, fontScale } }));
}
