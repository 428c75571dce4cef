import path from 'node:path'
import { root } from '../../test/stages.ts'
import { check, outputOf, type Part, requireProgram } from './part.ts'

const folder = path.join(root, 'deploy/helm/assay')
const secrets = ['--set', 'database.urlSecret.name=assay', '--set', 'secretKey.secret.name=assay']
/** Every optional object of the chart. */
const everything = [
  ...['ingress.enabled', 'autoscaling.enabled', 'serviceMonitor.enabled', 'prometheusRule.enabled'].flatMap(name => [
    '--set',
    `${name}=true`,
  ]),
  ...['--set', 'ingress.host=assay.example.net'],
]

/** The chart, by Helm itself; `npm test` compares its values with their schema where Helm is absent. */
export const chart: Part = (_scratch, say) => {
  requireProgram('helm', 'the chart is untested with Helm; its values and objects are checked by npm test')
  outputOf('helm', ['lint', '--strict', folder, ...secrets])
  const kinds = (args: readonly string[]): string[] =>
    [...outputOf('helm', ['template', 'assay', folder, ...secrets, ...args]).matchAll(/^kind: (\w+)$/gm)]
      .map(([, kind = '']) => kind)
      .sort()
  const usual = kinds([])
  check(
    usual.join() === 'Deployment,PodDisruptionBudget,Service,ServiceAccount',
    `The chart renders ${usual.join(', ')}.`,
  )
  const all = kinds(everything)
  for (const kind of ['HorizontalPodAutoscaler', 'Ingress', 'PrometheusRule', 'ServiceMonitor'])
    check(all.includes(kind), `The chart renders no ${kind}.`)
  say(`rendered by Helm: ${all.join(', ')}`)
}
