/** Only a web page has to be told that a keyboard covers it: see KeyboardAvoidingView elsewhere. */
export function trackKeyboardHeight(): () => void {
  return () => undefined;
}
