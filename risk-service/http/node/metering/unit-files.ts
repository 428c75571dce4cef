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
  const fileOf = (id: string): string => path.join(folder, `${id}${ending}`)

  function close(): void {
    if (file !== null) closeSync(file)
    file = null
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
        if (file !== null) writeSync(file, `${line}\n`)
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
        return await Promise.all(
          names.map(async name => {
            const text = await readFile(path.join(folder, name), 'utf8')
            // A line without its end was not written when its process ended: its call was not answered.
            return { segment: name.slice(0, -ending.length), lines: text.split('\n').slice(0, -1) }
          }),
        )
      } catch (error) {
        log.write(2, 'metered-units.no-journal', { code: codeOf(error) })
        return []
      }
    },
  }
}
