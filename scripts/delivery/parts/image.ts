import { buildLocalImage, runInImage } from '../container-image.ts'
import { assembleRuntimeTree } from '../runtime-tree.ts'
import {
  check,
  folderOf,
  freePort,
  outputOf,
  type Part,
  requireProgram,
  requireRoot,
  waitUntilReady,
  watch,
} from './part.ts'

/** Milliseconds in which a service that is asked to end has ended. */
const stopWithinMs = 10_000

/** The container image: built by its Containerfile, started without root and with a read-only root file system. */
export const image: Part = async (scratch, say) => {
  requireProgram('buildah', 'the container image is not built')
  requireRoot()
  const tree = folderOf(scratch, 'tree')
  const version = assembleRuntimeTree(tree)
  say(`tree of Assay ${version}: ${outputOf('du', ['-sh', tree]).split('\t')[0]}`)
  const local = buildLocalImage(tree, scratch)
  try {
    const { config } = local
    check(config.User === '10001:10001', `The user of the image is ${config.User}.`)
    check(config.Healthcheck?.Test.at(-1) === 'ready', 'The image has no health check.')
    check(Object.keys(config.Volumes).join() === '/var/lib/assay', 'The image has other volumes than its data.')
    const port = await freePort()
    const environment = { PORT: String(port) }
    const data = folderOf(scratch, 'data')
    const inImage = (...command: string[]) => watch(runInImage(local, data, environment, command))
    const node = '/usr/lib/assay/bin/node'
    const probe = inImage(
      node,
      '-e',
      `const fs = require('node:fs')
const code = file => { try { fs.writeFileSync(file, ''); return 'written' } catch (error) { return error.code } }
console.log(process.getuid(), process.getgid(), require('node:os').userInfo().username,
  code('/x'), code('/usr/lib/assay/x'), code('/etc/passwd'), code('/tmp/x'), code('/var/lib/assay/x'))`,
    )
    await probe.ended
    const expected = '10001 10001 assay EROFS EROFS EROFS written written'
    check(probe.output().trim() === expected, `In the container: ${probe.output()} instead of ${expected}`)
    say('runs as 10001, writes to /tmp and its data only')

    const child = runInImage(local, data, environment)
    const service = watch(child)
    try {
      await waitUntilReady(`http://127.0.0.1:${port}`, service)
      const healthcheck = local.config.Healthcheck?.Test.slice(1) ?? []
      check((await inImage(...healthcheck).ended) === 0, 'The health check fails on a service that is ready.')
      const page = await fetch(`http://127.0.0.1:${port}/`)
      check(page.ok && (await page.text()).includes('<html'), 'The console is not delivered.')
      say('started on its embedded database, healthy, with the console')
      const asked = performance.now()
      // The only child of its mounts: the signal reaches the service, as a runtime sends it to the first process.
      child.kill('SIGTERM')
      const code = await service.ended
      const took = performance.now() - asked
      check(code === 0 && took < stopWithinMs, `Ended with ${code} after ${Math.round(took)} ms:\n${service.output()}`)
      check((await inImage(...healthcheck).ended) === 1, 'The health check passes although no service runs.')
      say(`ended in ${(took / 1000).toFixed(1)} s`)
    } finally {
      child.kill('SIGKILL')
    }
  } finally {
    local.remove()
  }
}
