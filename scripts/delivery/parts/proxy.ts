import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../../test/stages.ts'
import { check, type Part, requireProgram } from './part.ts'

/** The configuration of HAProxy that Compose uses. */
export const proxy: Part = (_scratch, say) => {
  requireProgram('haproxy', 'the configuration of the proxy is not checked')
  const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', path.join(root, 'deploy/compose/haproxy.cfg')], {
    encoding: 'utf8',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  })
  check(status === 0 && !/\[(?:WARNING|ALERT)\]/.test(stderr), `${stdout}${stderr}`)
  say('HAProxy takes the configuration without a warning')
}
