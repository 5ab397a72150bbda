/** Web only; native uses KeyboardAvoidingView. */
export function trackKeyboardHeight(): () => void {
  return () => undefined;
}
