import fs from 'node:fs';

import type { Random } from './random';

/** Paths with this prefix are on the simulated disk; all others go to the real one. */
const mount = '/simulated-disk/';
const firstDescriptor = 1_000_000;
const sectorSize = 512;

/** A write since the last sync: what was there before, and what was written; null for a truncation. */
type Undo = { size: number; offset: number; bytes: Buffer; written: Buffer | null };
type File = { data: Buffer; size: number; unsynced: Undo[] };

/**
 * A disk in memory under the real SQLite, which is compiled to WebAssembly and writes through Node's fs. A
 * power cut discards everything written since the last sync; a killed process alone loses nothing.
 */
export class SimulatedDisk {
  readonly #files = new Map<string, File>();
  readonly #folders = new Set<string>();
  readonly #open = new Map<number, File>();
  #nextDescriptor = firstDescriptor;
  /** While set, nothing is written: a dead process may only close its handles. */
  #isDetached = false;

  path(name: string): string {
    return mount + name;
  }

  /** Makes Node's fs use this disk for its paths. Returns a function that restores fs. */
  attach(): () => void {
    const real = { ...fs };
    const isHere = (path: unknown): path is string => typeof path === 'string' && path.startsWith(mount);
    const missing = (path: string) => Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    const patched = {
      accessSync: (path: string, mode?: number) => {
        if (!isHere(path)) return real.accessSync(path, mode);
        if (!this.#files.has(path) && !this.#folders.has(path)) throw missing(path);
      },
      openSync: (path: string, flags: number | string, mode?: number) =>
        isHere(path) ? this.#openFile(path, flags) : real.openSync(path, flags, mode),
      closeSync: (fd: number) => (fd < firstDescriptor ? real.closeSync(fd) : void this.#open.delete(fd)),
      fstatSync: (fd: number) =>
        fd < firstDescriptor ? real.fstatSync(fd) : { size: this.#fileOf(fd).size },
      readSync: (
        fd: number,
        buffer: Uint8Array,
        offset: number,
        length: number,
        position: number | bigint
      ) =>
        fd < firstDescriptor
          ? real.readSync(fd, buffer, offset, length, Number(position))
          : this.#read(this.#fileOf(fd), buffer.subarray(offset, offset + length), Number(position)),
      writeSync: (
        fd: number,
        buffer: Uint8Array,
        offset: number,
        length: number,
        position: number | bigint
      ) =>
        fd < firstDescriptor
          ? real.writeSync(fd, buffer, offset, length, Number(position))
          : this.#write(this.#fileOf(fd), buffer.subarray(offset, offset + length), Number(position)),
      // SQLite uses 64-bit offsets, so positions are numbers or bigints.
      ftruncateSync: (fd: number, size: number | bigint) =>
        fd < firstDescriptor
          ? real.ftruncateSync(fd, Number(size))
          : this.#truncate(this.#fileOf(fd), Number(size)),
      fsyncSync: (fd: number) => {
        if (fd < firstDescriptor) return real.fsyncSync(fd);
        if (!this.#isDetached) this.#fileOf(fd).unsynced = [];
      },
      unlinkSync: (path: string) => {
        if (!isHere(path)) return real.unlinkSync(path);
        if (!this.#isDetached && !this.#files.delete(path)) throw missing(path);
      },
      mkdirSync: (path: string, options?: fs.MakeDirectoryOptions) => {
        if (!isHere(path)) return real.mkdirSync(path, options);
        if (this.#folders.has(path)) throw Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' });
        this.#folders.add(path);
      },
      rmdirSync: (path: string) => (isHere(path) ? void this.#folders.delete(path) : real.rmdirSync(path)),
    };
    Object.assign(fs, patched);
    const names = Object.keys(patched) as (keyof typeof patched)[];
    return () => void Object.assign(fs, Object.fromEntries(names.map((name) => [name, real[name]])));
  }

  /** A copy of a file, to start another simulation from. */
  copy(name: string): Buffer {
    const file = this.#files.get(this.path(name));
    return file ? Buffer.from(file.data.subarray(0, file.size)) : Buffer.alloc(0);
  }

  /** Writes a file, synced. */
  put(name: string, data: Buffer): void {
    this.#files.set(this.path(name), { data: Buffer.from(data), size: data.length, unsynced: [] });
  }

  /** Ends a process: everything that `closeHandles` writes is discarded. */
  async kill(closeHandles: () => Promise<void>): Promise<void> {
    this.#isDetached = true;
    try {
      await closeHandles();
    } finally {
      this.#isDetached = false;
      this.#folders.clear();
    }
  }

  /**
   * Cuts the power: every file is what it was at its last sync, and any of the later writes may have reached the
   * disk too, some of them torn at a sector.
   */
  losePower(random: Random): void {
    const keeps = random.pick([0, 0, 0.5, 1]);
    for (const file of this.#files.values()) {
      const lost = file.unsynced;
      file.unsynced = [];
      for (const { size, offset, bytes } of lost.toReversed()) {
        bytes.copy(file.data, offset);
        file.size = size;
      }
      for (const { offset, written } of lost) {
        if (written === null || !random.is(keeps)) continue;
        const sectors = Math.ceil(written.length / sectorSize);
        const kept = random.is(0.3) ? random.between(0, sectors) * sectorSize : written.length;
        this.#put(file, written.subarray(0, kept), offset);
      }
      file.unsynced = [];
    }
  }

  /** Removes every file. */
  clear(): void {
    this.#files.clear();
    this.#folders.clear();
    this.#open.clear();
  }

  #fileOf(fd: number): File {
    const file = this.#open.get(fd);
    if (!file) throw new Error(`bad descriptor ${fd}`);
    return file;
  }

  #openFile(path: string, flags: number | string): number {
    let file = this.#files.get(path);
    if (!file && typeof flags === 'number' && flags & fs.constants.O_CREAT) {
      file = { data: Buffer.alloc(0), size: 0, unsynced: [] };
      this.#files.set(path, file);
    }
    if (!file) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    const fd = this.#nextDescriptor++;
    this.#open.set(fd, file);
    return fd;
  }

  #read(file: File, target: Uint8Array, position: number): number {
    const end = Math.min(file.size, position + target.length);
    if (end <= position) return 0;
    target.set(file.data.subarray(position, end));
    return end - position;
  }

  #write(file: File, source: Uint8Array, position: number): number {
    if (this.#isDetached) return source.length;
    const end = position + source.length;
    this.#recordUndo(file, position, Math.min(end, file.size), Buffer.from(source));
    this.#put(file, source, position);
    return source.length;
  }

  #put(file: File, source: Uint8Array, position: number): void {
    const end = position + source.length;
    if (end > file.data.length) {
      const grown = Buffer.alloc(Math.max(end, file.data.length * 2, 65_536));
      file.data.copy(grown, 0, 0, file.size);
      file.data = grown;
    }
    file.data.set(source, position);
    file.size = Math.max(file.size, end);
  }

  #truncate(file: File, size: number): void {
    if (this.#isDetached) return;
    this.#recordUndo(file, Math.min(size, file.size), file.size, null);
    file.data.fill(0, Math.min(size, file.size), file.size);
    file.size = size;
  }

  #recordUndo(file: File, from: number, to: number, written: Buffer | null): void {
    const bytes = Buffer.from(file.data.subarray(from, Math.max(from, to)));
    file.unsynced.push({ size: file.size, offset: from, bytes, written });
  }
}
