/** Endpoints of tenant assessments. */
import { assess, branchOf, dataEventAnswer, type Endpoint, type ParameterEndpoint } from './endpoint.ts'

const ingestTenantData =
  (assessment: string, observation: string | null): Endpoint['run'] =>
  async ({ engine, ...input }) =>
    dataEventAnswer(await engine.ingestDataEvent({ ...input, assessment, observation }), ({ id }) =>
      JSON.stringify({ succeeded: true, metadata: { eventId: id, correlationId: input.correlationId } }),
    )

export const tenantEndpoints: readonly ParameterEndpoint[] = [
  { parts: ['action', 'assessment'], make: legacyCustom },
  { parts: ['assessment'], make: wizardEndpoint },
]

function legacyCustom(name: string, rest: readonly string[]): Endpoint | null {
  const found = branchOf(rest)
  return (
    found && {
      apiName: `v1.0/Action/Assessment/${name}${found.suffix}`,
      group: 'v1.0/Action/Assessment',
      family: 'account',
      event: name,
      run: assess({ eventType: name, pathId: name, branch: found.branch, generation: 'legacyCustom' }),
    }
  )
}

function wizardEndpoint(name: string, rest: readonly string[]): Endpoint | null {
  const [word = '', observation = ''] = rest
  const group = 'v1.0/Assessment'
  const apiName = `${group}/${name}`
  if (rest.length === 1 && word.toLowerCase() === 'label')
    return { apiName: `${apiName}/Label`, group, family: 'purchase', event: null, run: ingestTenantData(name, null) }
  if (rest.length === 2 && word.toLowerCase() === 'observation' && observation !== '') {
    return {
      apiName: `${apiName}/Observation/${observation}`,
      group,
      family: 'purchase',
      event: null,
      run: ingestTenantData(name, observation),
    }
  }
  const found = branchOf(rest)
  return (
    found && {
      apiName: `${apiName}${found.suffix}`,
      group,
      family: 'purchase',
      event: null,
      run: assess({ eventType: name, branch: found.branch, generation: 'wizard' }),
    }
  )
}
