import path from 'node:path'
import { root } from '../../test/stages.ts'
import { outputOf, type Part, requireProgram } from './part.ts'

/** The alert rules, by Prometheus itself. */
export const rules: Part = (_scratch, say) => {
  requireProgram('promtool', 'the alert rules are not checked by Prometheus; npm test compares them with the metrics')
  say(
    outputOf('promtool', ['check', 'rules', path.join(root, 'deploy/prometheus/alerts.yaml')])
      .trim()
      .replaceAll(/\s+/g, ' '),
  )
}
