import { isUtf8 } from 'node:buffer'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createFileIssue } from '../../features/configuration/files/file-fault.ts'
import type { ConfigFileIssue } from '../../features/configuration/model.ts'

/** Maximum of files and bytes in the folder of a configuration: a list has at most 20 MB, rules are small. */
const limits = { files: 20_000, bytes: 500_000_000 }

export class FolderError extends Error {}

export interface Folder {
  /** Texts by path with forward slashes. */
  files: Map<string, string>
  /** Files of a configuration that are not texts. */
  problems: ConfigFileIssue[]
  /** Other files that are not texts, such as archives and pictures. */
  others: string[]
}

/** Paths of the files of a configuration; all other files may be of any kind. */
const configPaths =
  /^(rules|lists|velocities|functions|external-calls|external-assessments|queues|settings\.json|environments\.json|users\.json|applications\.json)(\/|$)/

/**
 * Reads every file below a folder. Hidden ones, such as those of version control and of operating systems, are left
 * out; a byte order mark is not part of a text.
 */
export async function readFolder(folder: string): Promise<Folder> {
  const { files, problems, others } = await readTexts(folder)
  // A list is written unchanged, byte for byte.
  return {
    files: new Map(
      [...files].map(([name, text]) => [name, name.endsWith('.csv') ? text : text.replace(/^\uFEFF/, '')]),
    ),
    problems,
    others,
  }
}

async function readTexts(folder: string): Promise<Folder> {
  if (
    !(await stat(folder).then(
      found => found.isDirectory(),
      () => false,
    ))
  )
    throw new FolderError(`There is no folder ${folder}.`)
  const files = new Map<string, string>()
  const problems: ConfigFileIssue[] = []
  const others: string[] = []
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, full).split(path.sep).join('/')
    if (!entry.isFile() || name.split('/').some(part => part.startsWith('.') || part === 'node_modules')) continue
    bytes += (await stat(full)).size
    if (files.size >= limits.files || bytes > limits.bytes)
      throw new FolderError(
        `${folder} holds more than ${limits.files} files or ${limits.bytes / 1_000_000} MB: this is not the folder of a configuration.`,
      )
    const content = await readFile(full).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    if (content instanceof Error) {
      if (configPaths.test(name)) throw new FolderError(content.message)
    } else if (isUtf8(content)) files.set(name, content.toString('utf8'))
    else if (configPaths.test(name)) {
      // Readable parts are checked nevertheless, so that all faults are reported in one pass.
      files.set(name, content.toString('utf8'))
      problems.push(createFileIssue(name, 'notText'))
    } else others.push(name)
  }
  return { files, problems, others: others.sort() }
}

/**
 * Writes these files into the folder: files of an earlier export that are no longer part of it are removed, all others
 * stay.
 */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<{ written: number; removed: number; unchanged: number }> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new FolderError(error instanceof Error ? error.message : String(error))
  })
  const { files: before } = await readTexts(folder)
  let [written, removed] = [0, 0]
  for (const name of before.keys()) {
    if (
      files.has(name) ||
      !/^(rules\/.*(\.fql|rule\.json|order\.txt)|(velocities|functions)\/.*(\.fql|set\.json|function\.json)|external-(calls|assessments)\/[^/]*\.json|lists\/(custom|support)\/[^/]*\.(csv|json)|lists\/databases\/[^/]*\.json|settings\.json)$/.test(
        name,
      )
    )
      continue
    await rm(path.join(folder, name))
    removed++
  }
  for (const [name, text] of files) {
    if (before.get(name) === text) continue
    const full = path.join(folder, name)
    await mkdir(path.dirname(full), { recursive: true })
    await writeFile(full, text)
    written++
  }
  return { written, removed, unchanged: files.size - written }
}
