import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What a folder of a configuration may hold at most: a list has at most 20 MB, rules are small. */
const limits = { files: 20_000, bytes: 500_000_000 }

export class FolderError extends Error {}

/** Every file below a folder as text, by path with forward slashes. Hidden folders, such as version control's, are left out. */
export async function readFolder(folder: string): Promise<Map<string, string>> {
  if (!(await stat(folder).then(found => found.isDirectory(), () => false))) throw new FolderError(`There is no folder ${folder}.`)
  const files = new Map<string, string>()
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, full).split(path.sep).join('/')
    if (!entry.isFile() || name.split('/').slice(0, -1).some(part => part.startsWith('.') || part === 'node_modules')) continue
    bytes += (await stat(full)).size
    if (files.size >= limits.files || bytes > limits.bytes) throw new FolderError(`${folder} holds more than ${limits.files} files or ${limits.bytes / 1_000_000} MB: this is not the folder of a configuration.`)
    try {
      files.set(name, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(full)))
    } catch (error) {
      if (/^(rules|lists|velocities|functions|external-calls|external-assessments|settings\.json)(\/|$)/.test(name)) throw new FolderError(error instanceof TypeError ? `${name} is not text in UTF-8.` : String(error))
    }
  }
  return files
}

/** Makes the folder hold these files: what was exported before and is gone is removed, anything else beside it stays. */
export async function writeFolder(folder: string, files: ReadonlyMap<string, string>): Promise<{ written: number; removed: number; unchanged: number }> {
  await mkdir(folder, { recursive: true })
  const before = await readFolder(folder)
  let [written, removed] = [0, 0]
  for (const name of before.keys()) {
    if (files.has(name) || !/^(rules\/.*(\.fql|rule\.json|order\.txt)|(velocities|functions)\/.*(\.fql|set\.json|function\.json)|external-(calls|assessments)\/[^/]*\.json|lists\/(custom|support)\/[^/]*\.(csv|json)|lists\/databases\/[^/]*\.json|settings\.json)$/.test(name)) continue
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
