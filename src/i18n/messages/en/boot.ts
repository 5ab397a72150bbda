/** Start of the app, and why it cannot start. */
export const boot = {
  opening: 'Opening your records …',
  elsewhere: {
    title: 'Doorstep is open in another tab',
    text: 'Only one tab can use your records at a time. Continue in the other tab, or continue here: the other tab closes its records first, and nothing is lost.',
    takeOver: 'Continue here',
    noAnswer: 'The other tab does not close its records. Close that tab, then press the button again.',
  },
  insecure: {
    title: 'This address is not safe enough to keep records',
    text: 'The address begins with http://, and a browser gives such a page no storage. Open the address that begins with https://. Whoever runs this service puts a proxy with a certificate in front of it: docs/deploy.md shows how.',
  },
  unsupported: {
    title: 'This browser cannot keep records',
    text: 'The browser is too old, or this is a private window, which stores nothing. Open Doorstep in a normal window of an up-to-date browser.',
  },
  unreadable: {
    title: 'Doorstep cannot open the earlier records',
    text: 'This phone no longer has the key to the records that were saved on it: the phone was restored from a backup, or its keychain was cleared. Doorstep removed nothing; the old file is still on the phone. Records that were sent are safe in the service. If some were not sent, tell your team before you continue.',
    goOn: 'Continue without them',
  },
  deleted: {
    title: 'The records on this phone are gone',
    text: 'The system or the browser deleted the records that Doorstep kept here. Records that were not sent are lost: tell your team, and record them again. Doorstep downloads everything that the service has.',
    goOn: 'Continue',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The link may be old or incomplete. Your records are safe.',
    home: 'Go to Home',
  },
  failed: {
    title: 'Doorstep could not open the records on this device',
    tryAgain: 'Try again',
    full: 'This device is out of storage. Free some space and try again. No saved record is lost.',
    not_a_database: 'The file of this app holds something else. Doorstep did not change it.',
    not_ours: 'The file of this app belongs to another program. Doorstep did not change it.',
    newer_version:
      'A newer version of this app wrote the records. Doorstep did not change them. Update the app to open them.',
    not_durable:
      'This device cannot guarantee that a saved record survives a crash, so Doorstep stores nothing here.',
    not_encrypted:
      'This app was built without encryption, so Doorstep stores nothing here. Get the app from your organisation’s store.',
    no_key:
      'The phone did not give Doorstep the key to your records. Unlock the phone and try again. Nothing changed.',
    in_use: 'Another window is still using the records. Close it and try again.',
    damaged:
      'The device could not read its own storage. Restart the device and try again. Do not remove the app: your records are in it.',
    failed: 'Something unexpected happened. Your saved records are still on this device.',
  },
} as const;
