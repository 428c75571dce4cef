import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { Logger } from '../../../ports/index.ts'
import type { UnitJournal } from '../../../ports/unit-journal.ts'

const ending = '.units'

/**
 * The journal in files of a folder, one for each segment. A line is in the file system when `append` returns: it outlives
 * the process, though not a failure of the machine within seconds.
 */
export function createUnitFiles(folder: string, log: Logger): UnitJournal {
  let segment = ''
  let file: number | null = null
  let hasFailed = false
  /** The last line may have been written in part. */
  let isCut = false
  const fileOf = (id: string): string => path.join(folder, `${id}${ending}`)

  function close(): void {
    if (file !== null) closeSync(file)
    file = null
    isCut = false
  }

  /** One call may write less than the whole, as when the disk becomes full. */
  function writeAll(descriptor: number, text: string): void {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.byteLength; ) {
      const count = writeSync(descriptor, bytes, at)
      if (count === 0) throw new Error('Nothing was written.')
      at += count
    }
  }

  async function readLines(name: string): Promise<{ segment: string; lines: string[] }[]> {
    try {
      const text = await readFile(path.join(folder, name), 'utf8')
      // A line without its end was not written when its process ended: its call was not answered.
      const lines = text.split('\n').slice(0, -1)
      // After a failed write the next line begins on a new one.
      return [{ segment: name.slice(0, -ending.length), lines: lines.filter(line => line !== '') }]
    } catch (error) {
      log.write(2, 'metered-units.no-journal', { code: codeOf(error) })
      return []
    }
  }

  return {
    append(id, line) {
      try {
        if (id !== segment) {
          close()
          segment = id
          mkdirSync(folder, { recursive: true })
          file = openSync(fileOf(id), 'a', 0o600)
        }
        if (file === null) return
        const text = isCut ? `\n${line}\n` : `${line}\n`
        isCut = true
        writeAll(file, text)
        isCut = false
      } catch (error) {
        // The units are in memory, too: only a killed process loses them.
        if (!hasFailed) log.write(2, 'metered-units.no-journal', { code: codeOf(error) })
        hasFailed = true
      }
    },
    async discard(id) {
      if (id === segment) {
        close()
        segment = ''
      }
      await rm(fileOf(id), { force: true })
    },
    async leftBehind() {
      try {
        await mkdir(folder, { recursive: true })
        const names = (await readdir(folder)).filter(name => name.endsWith(ending))
        return (await Promise.all(names.map(readLines))).flat()
      } catch (error) {
        log.write(2, 'metered-units.no-journal', { code: codeOf(error) })
        return []
      }
    },
  }
}
