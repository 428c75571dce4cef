import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../../browser.ts'
import { siteFolder } from './site.ts'

/** Lines of the output of a failed build that are shown: the fault is at the end. */
const shownLines = 40

/** Builds Storybook with its documentation, before the pages are listed. Throws with the fault when it does not build. */
export default async function buildSite(): Promise<void> {
  const storybook = path.join(root, 'node_modules/storybook/dist/bin/dispatcher.js')
  const options = ['-c', '.storybook', '-o', siteFolder, '--quiet', '--disable-telemetry']
  const child = spawn(process.execPath, [storybook, 'build', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise<number>(resolve => {
    child.on('error', () => resolve(127))
    child.on('close', status => resolve(status ?? 1))
  })
  if (code === 0) return
  const fault = output.trimEnd().split('\n').slice(-shownLines).join('\n')
  throw new Error(`The documentation pages could not be built:\n${fault}`)
}
