import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import { type Device } from '@/contract/device';
import { type SecondFactor } from '@/contract/secondFactor';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type LockAfter } from '@/domain/lock';
import { type OnlineControls } from '@/domain/online';
import type { DeviceSigner, SignedText } from '@/domain/signedText';
import { type SyncStatus } from '@/domain/syncStatus';

export type { OnlineFailure } from '@/domain/online';

/** What the runtime passes to the features, so that they import neither the engine nor the platform. */
export interface Runtime {
  store: Store;
  /** The user and the space: the first argument of every read and write. */
  scope: Scope;
  now(): number;
  /** Created when a form opens; the permanent id of the record. */
  newId(): string;
  /** In [0, 1). */
  random(): number;
  sync: SyncControls;
  online: OnlineControls;
  receipts: ReceiptControls;
  session: SessionControls;
  device: DeviceControls;
  preferences: PreferenceControls;
  update: UpdateControls;
  lock: LockControls;
  role: RoleControls;
  practice: PracticeControls;
}

/** The invented records of a practice, in the language of the person. */
export type PracticeWords = Record<'space' | 'action' | 'pitch' | 'team' | 'street' | 'town', string>;

/** Practice: invented people in a database in memory, without a service. The records of the person stay as they are. */
export type PracticeControls =
  | { isOn: false; start(words: PracticeWords): Promise<void> }
  | {
      isOn: true;
      /** Deletes what was practised and returns to the records of the person. */
      leave(): void;
      /** Called when something would have left the phone. Returns an unsubscribe function. */
      onBlocked(listener: () => void): () => void;
    };

/** The key of this phone and its receipt book. */
export interface ReceiptControls {
  /** Signs with the key of this device; null where the phone has no key yet. */
  signer(): Promise<DeviceSigner | null>;
  /** The same; makes a key where there is none. */
  ensureSigner(): Promise<DeviceSigner>;
  /** Whether the key in a text of any device signed it. */
  isSigned(text: SignedText): Promise<boolean>;
  /** The page where whoever holds a receipt checks it. */
  link(code: string): string;
}

/** From the last response of the service: null before the first one, `type` undefined if it sends no roles. */
export type KnownRole = { type: string | undefined } | null;

/** The role of the current user. */
export interface RoleControls {
  /** The same object until the role changes. */
  get(): KnownRole;
  subscribe(listener: () => void): () => void;
}

/** When a PIN is required; `after` null is never. */
export type LockSettings = { after: LockAfter; withBiometrics: boolean };

/** `wait`: too early after a wrong PIN. `sign_in`: too many wrong PINs, the person has to sign in. */
export type PinResult =
  | { kind: 'right' }
  | { kind: 'wrong'; forMs: number; left: number }
  | { kind: 'wait'; forMs: number }
  | { kind: 'sign_in' };

/** A PIN in front of all screens, independent of the records. */
export interface LockControls {
  get(): LockSettings;
  subscribe(listener: () => void): () => void;
  /** Checks a PIN. Each wrong one delays the next try. */
  check(pin: string): Promise<PinResult>;
  /** Sets or replaces the PIN. */
  turnOn(pin: string, after: Exclude<LockAfter, null>): Promise<void>;
  turnOff(): Promise<void>;
  setAfter(after: Exclude<LockAfter, null>): Promise<void>;
  setBiometrics(on: boolean): Promise<void>;
  /** Whether the phone can check a fingerprint or a face. */
  hasBiometrics(): Promise<boolean>;
}

/** A newer build of the app, downloaded. It starts when a person requests it, never automatically. */
export interface UpdateControls {
  isReady(): boolean;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Blocks the update while a form has unsaved input; returns a function that releases it. */
  block(): () => void;
  /** Restarts the app with the newer build; refused while a form has unsaved input. */
  apply(): 'started' | 'form_open';
}

/** The preferences of the phone's owner; `system` follows the phone. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  textSize: 'usual' | 'large' | 'largest';
  /** A language code, or `system`. */
  language: string;
};

export interface PreferenceControls {
  get(): Preferences;
  subscribe(listener: () => void): () => void;
  /** Saved on the phone before it is shown. */
  set(part: Partial<Preferences>): Promise<void>;
}

export type PickedFile =
  { kind: 'picked'; name: string; bytes: Uint8Array } | { kind: 'cancelled' | 'unreadable' };
/** `wrong_key`: encrypted for another key, or changed. `no_key`: there is no secret key in the text. */
export type OpenedText = { kind: 'opened'; text: string } | { kind: 'not_sealed' | 'wrong_key' | 'no_key' };
export type SharedFile = { name: string; type: string; text: string };
export type ShareResult = 'shared' | 'cancelled' | 'failed';

/** The functions of the phone. */
export interface DeviceControls {
  /** The phone's share sheet. */
  shareText(text: string): Promise<ShareResult>;
  shareFile(file: SharedFile): Promise<ShareResult>;
  /** Encrypts a text for an age public key. */
  seal(text: string, ageKey: string): Promise<string>;
  /** Decrypts a sealed text with the secret keys in `keys`, which are neither stored nor sent. */
  openSealed(text: string, keys: string): Promise<OpenedText>;
  /** A page as a PDF: to the share sheet, or the print dialog of a browser. */
  sharePdf(page: { name: string; html: string }): Promise<ShareResult>;
  /** Mail addresses from the phone's address book; null without one. */
  pickEmails: (() => Promise<PickedEmails>) | null;
  /** A file that the person chooses; null where the device has no file dialog. */
  pickFile: ((accept: string) => Promise<PickedFile>) | null;
  /** The version of the app and of the system. Contains nothing personal. */
  appInfo(): { version: string; platform: string; system: string };
  /** Whether the device guarantees not to delete stored data. A browser may refuse. */
  persistence(): Promise<'kept' | 'may_be_evicted' | 'unknown'>;
  /** Haptic feedback for success. */
  vibrateSuccess(): void;
  /** Restarts the app, for a change that needs it. */
  reloadApp(): Promise<void>;
  /** Opens an address (tel:, sms:, mailto:, https:) outside of the app; false if no app can open it. */
  openExternal(address: string): Promise<boolean>;
  /** Follows the position of the phone, with permission; null without GPS. Returns a function that stops it. */
  watchPosition: ((listener: (update: PositionUpdate) => void) => () => void) | null;
  /** Text that another app shared with this one; null if the device does not support it. */
  sharedText: SharedText | null;
  /** A notification after records have waited for a day; null if the device cannot show any. */
  reminders: ReminderControls | null;
  /** Adds the web app to the home screen; null in a native app. */
  install: InstallControls | null;
  /** Scans QR codes and barcodes with the camera; null without one. */
  Scanner: ComponentType<ScannerProps> | null;
}

export interface InstallControls {
  /** `dialog`: the browser asks. `steps`: the person does it. Null: installed, or not possible in this browser. */
  way(): 'dialog' | 'steps' | null;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Opens the dialog of the browser. Resolves when the person has answered. */
  ask(): Promise<void>;
}

export interface SharedText {
  /** Returns the text and clears it; empty without one. */
  take(): string;
  /** Called when text arrives while the app is open. Returns an unsubscribe function. */
  onArrival(listener: () => void): () => void;
}

export type ReminderPermission = 'granted' | 'refused' | 'undecided';

export interface ReminderControls {
  permission(): Promise<ReminderPermission>;
  /** Requests permission to show notifications. */
  ask(): Promise<ReminderPermission>;
}

export type PickedEmails = { kind: 'picked'; mails: string[] } | { kind: 'cancelled' } | { kind: 'refused' };

export type PositionUpdate =
  | { kind: 'fix'; latitude: number; longitude: number; accuracyMetres: number }
  /** Permission was refused. */
  | { kind: 'refused' }
  | { kind: 'unknown' };

export interface ScannerProps {
  /** For a screen reader. */
  label: string;
  onCode(text: string): void;
  onRefused(): void;
}

export interface SyncControls {
  getStatus(): SyncStatus;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Sends immediately, without waiting for the timer. */
  sendNow(): void;
  /** Fetches one record for an open screen; it arrives through the store. */
  fetchContact(id: number): Promise<FetchOutcome>;
  fetchBundleHistory(id: number): Promise<FetchOutcome>;
  /** The last sync rounds since the app was opened, the latest first. */
  listRounds(): readonly RoundSummary[];
}

/** How a sync round ended; `failure` is the message of an error of the store or the phone. */
export type RoundSummary = {
  endedAt: number;
  end: SyncStatus['phase']['kind'];
  problem: SyncStatus['problem'];
  failure?: string;
};

/**
 * `missing`: the service has no such record. `refused`: not allowed. `not_now`: the service was not reached. `movedTo`: it was merged
 * into the record with this number, which is stored.
 */
export type FetchOutcome = 'stored' | 'missing' | 'refused' | 'not_now' | { movedTo: number };

export type SignOutResult =
  | { kind: 'signed_out' }
  /** Refused: these records could not be sent afterwards. */
  | { kind: 'unsent'; count: number };

export interface SessionControls {
  baseUrl: string;
  /** Opens the app on another phone with the address of this service. Contains no token. */
  joinLink: string;
  /** The same with the code of a leader. */
  newcomerLink(code: string): string;
  /** Checks a person in whose phone opens it. */
  checkInLink(code: string): string;
  /** The person was removed from this space, or suspended in it: nothing is sent, unsent records can be shared. */
  ended: 'removed' | 'suspended' | null;
  /** Opens the sign-in; all records stay. */
  signInAgain(): Promise<void>;
  /** How many records are only on this phone and prevent signing out. */
  countOnlyHere(): Promise<number>;
  /** Deletes the data of this space; refused while records are only on this phone. */
  signOut(): Promise<SignOutResult>;
  /** Fetches the spaces of the person; they arrive through the store. */
  refreshSpaces(): Promise<void>;
  /** Switches to another space. Each has its own records and its own outbox. */
  switchSpace(spaceId: number): Promise<SwitchResult>;
  /** The devices on which people are signed in. */
  devices: SignedInDevices;
  /** Deletes the downloaded data and downloads it again. Unsent records stay. */
  clearCache(): Promise<void>;
}

/** Fetched from the service each time. */
export interface SignedInDevices {
  list(): Promise<DevicesResult>;
  signOut(deviceId: number): Promise<SignedOutResult>;
  /** Signs a person out on all devices. */
  signOutUser(userId: number): Promise<SignedOutResult>;
  /** The second step of the person's sign-in, with the page that sets it up or asks for it. */
  secondStep(): Promise<SecondStepResult>;
  /** Turns off the second step of a person who lost it. */
  resetSecondStep(userId: number): Promise<ResetResult>;
}

export type SecondStepResult =
  { kind: 'known'; secondStep: SecondFactor } | { kind: 'offline' | 'refused' | 'not_now' };

/** `second_step`: the person with this phone has to confirm with their own first. */
export type ResetResult = 'done' | 'second_step' | 'offline' | 'refused' | 'not_now';

export type DevicesResult =
  { kind: 'listed'; devices: Device[] } | { kind: 'offline' | 'refused' | 'not_now' };

export type SignedOutResult = 'signed_out' | 'offline' | 'refused' | 'not_now';

/** `offline`: no signal. `refused`: by the service. `not_now`: the service was not reached. */
export type SwitchResult = 'switched' | 'offline' | 'refused' | 'not_now';

const RuntimeContext = createContext<Runtime | null>(null);

export const RuntimeProvider = RuntimeContext.Provider;

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('A screen was drawn outside of the runtime.');
  return runtime;
}

export function useSyncStatus(): SyncStatus {
  const { sync } = useRuntime();
  return useSyncExternalStore(sync.subscribe, sync.getStatus, sync.getStatus);
}
