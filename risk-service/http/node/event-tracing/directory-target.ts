/* Files in a directory of the server. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { SinkOf } from '../../../contract/event-tracing/sinks.ts'
import type { FileTarget, SinkFailure } from '../../../ports/index.ts'

/** Files that are written are here, apart from those that are complete. */
const temporaryFolder = '_temporary'
/** Milliseconds after which a temporary file is one of a process that ended. */
const abandonedMs = 3_600_000
/** The group of the process may read: an operator gives it to whoever collects the files. */
const modes = { folder: 0o750, file: 0o640 }

const reasons: Readonly<Record<string, SinkFailure['reason']>> = {
  ENOSPC: 'space',
  EDQUOT: 'space',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
}

const failureOf = (error: unknown): SinkFailure => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { reason: reasons[code] ?? 'denied', status: null }
}

interface DirectoryOptions {
  sink: SinkOf<'directory'>
  environmentId: string
  /** Directories that the operator allows. */
  directories: readonly string[]
  /** Of tests: how files are opened. */
  open?: typeof fs.open
}

/** Opens the folder of a subscription: below that of its environment, so that no other one writes there. */
export function openDirectoryTarget({
  sink,
  environmentId,
  directories,
  open = fs.open,
}: DirectoryOptions): FileTarget {
  const root = path.resolve(sink.directory)
  const container = path.join(root, environmentId, sink.folder)
  let isPrepared = false

  /** @throws Error of the file system */
  async function prepare(): Promise<void> {
    if (isPrepared) return
    // The directory itself is made by the operator: one that is not mounted must not fill another disk.
    await fs.access(root)
    const temporary = path.join(container, temporaryFolder)
    await fs.mkdir(temporary, { recursive: true, mode: modes.folder })
    for (const name of await fs.readdir(temporary)) {
      const file = path.join(temporary, name)
      if (Date.now() - (await fs.stat(file)).mtimeMs > abandonedMs) await fs.rm(file, { force: true })
    }
    isPrepared = true
  }

  /** Returns the real path of a file in a folder that exists, which no link leads out of the directory. */
  async function pathOf(relative: string): Promise<string | null> {
    const folder = path.dirname(path.join(container, relative))
    await fs.mkdir(folder, { recursive: true, mode: modes.folder })
    const [real, allowed] = await Promise.all([fs.realpath(folder), fs.realpath(root)])
    return real === allowed || real.startsWith(allowed + path.sep) ? path.join(real, path.basename(relative)) : null
  }

  async function write(relative: string, bytes: Uint8Array, signal?: AbortSignal): Promise<SinkFailure | null> {
    if (!directories.includes(sink.directory)) return { reason: 'notAllowed', status: null }
    let temporary: string | null = null
    try {
      await prepare()
      const file = await pathOf(relative)
      if (file === null) return { reason: 'notAllowed', status: null }
      temporary = path.join(container, temporaryFolder, randomUUID())
      const handle = await open(temporary, 'wx', modes.file)
      try {
        await handle.writeFile(bytes, signal === undefined ? {} : { signal })
        await handle.sync()
      } finally {
        await handle.close()
      }
      // Another process may write this path by now.
      signal?.throwIfAborted()
      await fs.rename(temporary, file)
      await syncFolder(path.dirname(file))
      return null
    } catch (error) {
      if (temporary !== null) await fs.rm(temporary, { force: true }).catch(() => undefined)
      isPrepared = false
      return failureOf(error)
    }
  }

  return {
    put: write,
    async test() {
      const name = `_test-${randomUUID()}`
      const failure = await write(name, new TextEncoder().encode('{"name":"FraudProtection.Test"}\n'))
      if (failure !== null) return { failure, certificateUntil: null, facts: [], freeBytes: null }
      await fs.rm(path.join(container, name), { force: true }).catch(() => undefined)
      const { bavail, bsize } = await fs.statfs(container)
      return {
        failure: null,
        certificateUntil: null,
        facts: [{ fact: 'directory', value: container }],
        freeBytes: bavail * bsize,
      }
    },
  }
}

/** Makes a new name in a folder outlast a failure of power, where the file system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null)
  try {
    await handle?.sync()
  } catch {
    // Some file systems have no sync of folders.
  } finally {
    await handle?.close()
  }
}
