/** `dialog`: the browser asks. `steps`: the person adds the app with the menu of the browser. */
export type InstallWay = 'dialog' | 'steps';

/** Adding the web app to the home screen. */
export interface Install {
  /** Null: installed already, or not possible in this browser. */
  way(): InstallWay | null;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Opens the dialog of the browser. Resolves when the person has answered. */
  ask(): Promise<void>;
}

/** A native app is installed. */
export const install: Install | null = null;
