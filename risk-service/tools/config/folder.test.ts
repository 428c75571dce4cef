import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configToFiles, filesToConfig } from '../../features/configuration/files/config-files.ts'
import { type EnvironmentConfig, emptyConfig } from '../../features/configuration/model.ts'
import { FolderError, readFolder, writeFolder } from './folder.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-folder-'))
})
afterAll(() => rm(folder, { recursive: true }))

const put = async (name: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
  await writeFile(path.join(folder, name), content)
}
const read = async () => {
  const { files, problems } = await readFolder(folder)
  return filesToConfig(files, new Date('2026-01-01T00:00:00Z'), problems)
}

describe('files as systems and editors leave them', () => {
  it('files as systems and editors leave them are read: byte order marks, line ends of Windows, files that hide', async () => {
    await put('settings.json', '\uFEFF{ "purchase": { "evaluation": "first" } }\r\n')
    await put('rules/purchase/order.txt', '\uFEFFOurs\r\n')
    await put('rules/purchase/Ours/rule.json', '\uFEFF{ "clauses": [{ "name": "a" }] }')
    await put('rules/purchase/Ours/condition.fql', '\uFEFFWHEN true\r\n')
    await put('rules/purchase/Ours/clauses/a.fql', '\uFEFFRETURN Reject()\r\n')
    // Files that macOS creates are not texts.
    for (const place of ['', 'rules/', 'rules/purchase/', 'rules/purchase/Ours/', 'lists/custom/'])
      await put(`${place}.DS_Store`, new Uint8Array([0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31, 0xff, 0x80]))
    await put('lists/custom/Kept.csv', '\uFEFFA\r\n1\r\n')
    const { config, problems, covers } = await read()
    expect(problems).toEqual([])
    expect(config.settings).toEqual({ purchase: { evaluation: 'first' } })
    expect(config.rules.map(({ body }) => [body.condition, body.clauses[0]?.text])).toEqual([
      ['WHEN true', 'RETURN Reject()'],
    ])
    expect(config.customLists[0]?.csv).toBe('\uFEFFA\r\n1\r\n')
    expect(covers.rules).toEqual(['purchase'])
  })
  it('files as systems and editors leave them of another encoding are named, beside everything else that is wrong', async () => {
    await put('rules/purchase/Latin.fql', Buffer.from('RETURN Reject("Gr\u00fc\u00dfe")', 'latin1'))
    await put('lists/custom/Latin.csv', Buffer.from('Stra\u00dfe\nx\n', 'latin1'))
    await put('rules/purchase/order.txt', 'Nobody\n')
    await put('picture.png', new Uint8Array([0x89, 0x50, 0xff]))
    expect((await read()).problems.map(({ file, code }) => [file, code])).toEqual([
      ['lists/custom/Latin.csv', 'CFG001'],
      ['rules/purchase/Latin.fql', 'CFG001'],
      ['rules/purchase/order.txt', 'CFG003'],
    ])
    // An export writes its own file there.
    await writeFolder(folder, new Map([['rules/purchase/Latin.fql', 'RETURN Reject("Gr\u00fc\u00dfe")\n']]))
    expect((await readFolder(folder)).problems).toEqual([])
  })
  it('files as systems and editors leave them of lists with a dot in front do not hide', () => {
    const config: EnvironmentConfig = {
      ...emptyConfig(),
      customLists: [{ name: '.hidden', description: 'x', csv: 'A\r\n1\r\n' }],
    }
    const files = configToFiles(config)
    expect([...files.keys()].some(name => path.basename(name).startsWith('.'))).toBe(false)
    expect(filesToConfig(files, new Date()).config).toEqual(config)
  })
  it('files as systems and editors leave them cannot be written where a file is', async () => {
    await put('a file', 'x')
    await expect(writeFolder(path.join(folder, 'a file'), new Map())).rejects.toThrow(FolderError)
  })
})
