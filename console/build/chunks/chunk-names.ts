import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sectionNames } from '../../platform/sections/section-names.ts'

const table = path.resolve(import.meta.dirname, '../../platform/sections/section-loaders.ts')
/** Entry of the section `Boot`, which loads before the table of sections. */
const boot = path.resolve(import.meta.dirname, '../../boot/signed-in.tsx')

/**
 * Names of the chunks of sections and parts of sections, by their entry file: those of the table of sections, and
 * `Boot`. The name of a part consists of its section's name and its own.
 */
export function sectionFiles(): Map<string, string> {
  const text = readFileSync(table, 'utf8')
  const lines = [...text.matchAll(/^ {2}'?(\w+(?:\/[\w-]+)?)'?: \(\) => import\('([^']+)'\),$/gm)]
  if (lines.length === 0)
    throw new Error(
      'console/platform/sections/section-loaders.ts names no section: its table is not written as console/build/chunks/chunk-names.ts expects.',
    )
  return new Map([
    [boot, 'Boot'],
    ...lines.map(([, name = '', file = '']): [string, string] => [
      path.resolve(path.dirname(table), file),
      name.replace('/', '-'),
    ]),
  ])
}

/** Section whose entry is a file with the name of its folder: `console/sections/tour-dialog/tour-dialog.tsx`. */
function sectionOf(file: string): string | undefined {
  const folder = /[\\/]console[\\/]sections[\\/]([\w-]+)[\\/]\1\.tsx?$/.exec(file)?.[1]?.replaceAll('-', '')
  return sectionNames.find(name => name.toLowerCase() === folder)
}

/** Name of a chunk: its section's, else the bundler's default. */
export function chunkFileName(): (chunk: { facadeModuleId?: string | null }) => string {
  const files = sectionFiles()
  return ({ facadeModuleId }) => {
    const file = facadeModuleId?.split('?')[0] ?? ''
    return `dist/${files.get(file) ?? sectionOf(file) ?? '[name]'}-[hash].js`
  }
}
