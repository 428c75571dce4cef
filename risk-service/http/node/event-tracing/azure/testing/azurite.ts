import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export interface Azurite {
  port: number
  account: string
  key: string
  /** Connection string of the account. */
  connection: (more?: { account?: string; key?: string; port?: number }) => string
  close: () => Promise<void>
}

const account = 'harborevents'
const key = Buffer.alloc(64, 'k').toString('base64')

/** Opens the blob service of Azurite, the emulator of Azure Storage, in memory and at a free port of this machine. */
export async function openAzurite(): Promise<Azurite> {
  const program = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js')
  const child = spawn(
    process.execPath,
    [program, '--blobPort', '0', '--inMemoryPersistence', '--disableTelemetry', '--skipApiVersionCheck'],
    { env: { ...process.env, AZURITE_ACCOUNTS: `${account}:${key}` }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const port = await portOf(child)
  return {
    port,
    account,
    key,
    connection: ({ account: name = account, key: accountKey = key, port: at = port } = {}) =>
      `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${accountKey};BlobEndpoint=http://127.0.0.1:${at}/${name};`,
    close: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}

/** Reads the port of what the emulator prints once it listens. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer): void => {
      text += part.toString()
      const found = /listens on http:\/\/[^:\s]+:(\d+)/.exec(text)
      if (found !== null) resolve(Number(found[1]))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`Azurite did not start: ${text}`)))
  })
}
