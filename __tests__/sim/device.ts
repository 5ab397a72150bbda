import type { World } from './world';

const minute = 60_000;

/** What happens to the phone and its app. */
export class Device {
  constructor(private readonly world: World) {}

  kill(): void {
    const { phone, random, log } = this.world;
    const losesPower = random.is(0.4);
    log.count(losesPower ? 'power_lost' : 'process_killed');
    phone.killAfter(random.between(1, 200), losesPower);
    // Something has to run for the process to reach its last step.
    phone.requestRound('button');
  }

  /** The user opens the app for a few seconds, again and again. */
  openForSeconds(openings: number): void {
    const { phone, random, clock, log } = this.world;
    if (openings === 0) return;
    log.count('opened_for_seconds');
    const closedMs = random.between(5, 90) * 1_000;
    phone.reopenAfter(closedMs);
    clock.after(closedMs + random.between(2, 40) * 1_000, () => this.openForSeconds(openings - 1));
  }

  fillDisk(): void {
    const { phone, random, clock, log } = this.world;
    log.count('disk_full');
    phone.isDiskFull = true;
    clock.after(random.between(1, 120) * 1_000, () => {
      phone.isDiskFull = false;
    });
  }

  async startSecondDrain(): Promise<void> {
    const { phone, log } = this.world;
    if (!phone.app) return;
    log.count('two_drains');
    await phone.startSecondEngine();
  }

  jumpClock(): void {
    const { random, clock, log } = this.world;
    const ms = random.between(1, 72 * 60) * minute;
    const isForward = random.is(0.5);
    log.count(isForward ? 'clock_forward' : 'clock_back');
    clock.jump(isForward ? ms : -ms);
  }

  async switchUser(): Promise<void> {
    const { phone, space, log } = this.world;
    const { ana, ben } = space.people;
    log.count('other_user_signed_in');
    await phone.switchUser(phone.userId === ana ? ben : ana);
  }

  async expireToken(): Promise<void> {
    const { phone, space, log } = this.world;
    const session = phone.sessions.get(phone.userId);
    if (!session) return;
    log.count('token_expired');
    await space.revokeToken(session.accessToken);
  }

  goOffline(): void {
    const { phone, random, clock, log } = this.world;
    log.count('network_gone');
    phone.online.set(false);
    clock.after(random.between(1, 300) * 1_000, () => phone.online.set(true));
  }

  goToBackground(): void {
    const { phone, random, clock, log } = this.world;
    log.count('sent_to_background');
    phone.foreground.set(false);
    clock.after(random.between(1, 300) * 1_000, () => phone.foreground.set(true));
  }
}
