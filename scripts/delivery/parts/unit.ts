import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../test/stages.ts'
import { check, folderOf, type Part, requireProgram } from './part.ts'

/** Highest exposure that `systemd-analyze security` may compute, of 100: what it calls OK begins at 40. */
const exposureLimit = 20

/** The systemd unit: its syntax, and how far it shuts the service in. */
export const unit: Part = (scratch, say) => {
  requireProgram('systemd-analyze', 'the systemd unit is not checked')
  const file = path.join(folderOf(scratch, 'unit'), 'assay.service')
  const text = readFileSync(path.join(root, 'deploy/systemd/assay.service'), 'utf8')
  // Nothing is installed here: programs and users of the unit are those of this machine.
  writeFileSync(
    file,
    text.replaceAll('/usr/lib/assay/bin/node', process.execPath).replaceAll(/^(User|Group)=assay$/gm, '$1=daemon'),
  )
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  // Units of this machine are read with it: only what is said of this one counts.
  const findings = verified.stderr.split('\n').filter(line => line.includes('assay.service'))
  check(findings.length === 0, findings.join('\n'))
  const judged = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', `--threshold=${exposureLimit}`, '--no-pager', file],
    { encoding: 'utf8' },
  )
  const verdict = /Overall exposure level.*?: ([\d.]+)/.exec(judged.stdout)?.[1]
  check(judged.status === 0, `Exposure ${verdict ?? 'unknown'}, at most ${exposureLimit / 10}:\n${judged.stderr}`)
  say(`no finding; exposure ${verdict} of 10`)
}
