import { acknowledgement } from '../../engine/decide/purchase-answer.ts'
import type {
  DataEventName,
  DecideInput,
  DecideResult,
  Engine,
  EngineInput,
  Experience,
  IngestResult,
} from '../../engine/index.ts'
import { type Family, familyError, type RiskApiResponse } from './answers.ts'

/** What a path of the risk API is for. */
export interface Endpoint {
  /** In metrics and the error log. */
  apiName: string
  /** The same until it is known that what the path names exists: a path can hold anything. */
  group?: string
  family: Family
  /** Name of the event in errors of the account family. */
  event: string | null
  run: (call: EndpointCall) => Promise<EndpointAnswer>
}
interface EndpointCall extends EngineInput {
  engine: Pick<Engine, 'decide' | 'label' | 'observe'>
  correlationId: string
  backfill: boolean
  diagnostics: boolean
  newId: () => string
}
/** `experience`: of assessments only. `unknown`: the path names something that does not exist. */
interface EndpointAnswer {
  answer: RiskApiResponse
  experience?: Experience
  unknown?: boolean
}

const purchaseSide = '/v1.0/merchantservices/events/'
const notFound = (): EndpointAnswer => ({
  answer: familyError(404, ['The requested path was not found']),
  unknown: true,
})
const ok = (body: string): EndpointAnswer => ({ answer: { status: 200, body, logged: null } })

type Assessed = Pick<DecideInput, 'eventType' | 'pathId' | 'branch' | 'generation'>
const assess =
  (target: Assessed): Endpoint['run'] =>
  async ({ engine, newId: _newId, ...input }) =>
    assessmentAnswer(await engine.decide({ ...input, ...target }))

function assessmentAnswer(result: DecideResult): EndpointAnswer {
  switch (result.kind) {
    case 'invalid':
      return { answer: validationAnswer(result.messages) }
    case 'conflict':
      return { answer: familyError(409, [result.message]) }
    case 'noBranch':
    case 'noAssessment':
      return notFound()
    case 'answer':
      return {
        experience: result.experience,
        answer: {
          status: 200,
          body: result.answer,
          logged: null,
          ...(result.replayed ? { headers: { 'x-dfp-replayed': 'true' } } : {}),
        },
      }
  }
}

type Accepted = Extract<IngestResult, { kind: 'accepted' }>
function dataEventAnswer(result: IngestResult, body: (accepted: Accepted) => string): EndpointAnswer {
  switch (result.kind) {
    case 'invalid':
      return { answer: validationAnswer(result.messages) }
    case 'unknown':
      return notFound()
    case 'accepted':
      return ok(body(result))
  }
}

const ingestPurchaseData =
  (event: DataEventName): Endpoint['run'] =>
  async ({ engine, ...input }) =>
    dataEventAnswer(await engine.observe({ ...input, event }), () => acknowledgement)
const ingestAccountData =
  (event: DataEventName, id: string): Endpoint['run'] =>
  async ({ engine, newId, ...input }) =>
    dataEventAnswer(await engine.observe({ ...input, event, pathId: nonEmptyId(id) }), accepted =>
      accountAcknowledgement(accepted, newId()),
    )
const ingestTenantData =
  (assessment: string, observation: string | null): Endpoint['run'] =>
  async ({ engine, ...input }) =>
    dataEventAnswer(await engine.observe({ ...input, assessment, observation }), ({ id }) =>
      JSON.stringify({ succeeded: true, metadata: { eventId: id, correlationId: input.correlationId } }),
    )

/**
 * The id in a path of the account family, if there is one: identity providers whose addresses are fixed have it in the
 * body alone.
 */
const nonEmptyId = (id: string): string | undefined => (id === '' ? undefined : id)

const accountAcknowledgement = ({ event }: Accepted, reference: string): string =>
  JSON.stringify({
    name: event.name,
    version: event.version,
    transactionReferenceId: reference,
    resultDetails: [{ succeeded: true }],
  })

function validationAnswer(messages: readonly string[]): RiskApiResponse {
  const [first = 'Input validation failed', ...others] = messages
  return familyError(400, [first, ...others])
}

const onPurchaseSide = (name: string, run: Endpoint['run']): [string, Endpoint] => [
  `${purchaseSide}${name.toLowerCase()}`,
  { apiName: `v1.0/MerchantServices/Events/${name}`, family: 'purchase', event: null, run },
]

/** Paths without a parameter, in lower case. */
const fixedEndpoints: ReadonlyMap<string, Endpoint> = new Map([
  onPurchaseSide('Purchase', assess({ eventType: 'purchase' })),
  onPurchaseSide('SignUp', assess({ eventType: 'signup' })),
  onPurchaseSide('SignIn', assess({ eventType: 'signin' })),
  onPurchaseSide('PurchaseStatus', ingestPurchaseData('purchasestatus')),
  onPurchaseSide('BankEvent', ingestPurchaseData('bankevent')),
  onPurchaseSide('Chargeback', ingestPurchaseData('chargeback')),
  onPurchaseSide('Refund', ingestPurchaseData('refund')),
  onPurchaseSide('UpdateAccount', ingestPurchaseData('updateaccount')),
  onPurchaseSide('SignUpStatus', ingestPurchaseData('signupstatus')),
  onPurchaseSide('Label', async ({ engine, ...input }) =>
    dataEventAnswer(await engine.label(input), () => acknowledgement),
  ),
])

/**
 * Paths with parameters: the parts in front of them, in lower case, and what follows. `bare`: the first may be missing.
 */
const parameterEndpoints: readonly {
  parts: readonly string[]
  bare?: true
  make: (id: string, rest: readonly string[]) => Endpoint | null
}[] = [
  {
    parts: ['merchantservices', 'events', 'purchase', 'branch'],
    make: (branch, rest) => (rest.length > 0 ? null : purchaseBranch(branch)),
  },
  {
    parts: ['action', 'account', 'create'],
    bare: true,
    make: (id, rest) => accountAssessment('Create', 'AP.AccountCreation', 'accountcreation', id, rest),
  },
  {
    parts: ['action', 'account', 'login'],
    bare: true,
    make: (id, rest) => accountAssessment('Login', 'AP.AccountLogin', 'accountlogin', id, rest),
  },
  {
    parts: ['observe', 'account', 'create', 'status'],
    bare: true,
    make: (id, rest) =>
      accountData(
        'v1.0/Observe/Create',
        'AP.AccountCreation.Status',
        rest,
        ingestAccountData('accountcreationstatus', id),
      ),
  },
  {
    parts: ['observe', 'account', 'login', 'status'],
    bare: true,
    make: (id, rest) =>
      accountData('v1.0/Observe/Login', 'AP.AccountLogin.Status', rest, ingestAccountData('accountloginstatus', id)),
  },
  {
    parts: ['observe', 'account', 'update'],
    bare: true,
    make: (id, rest) =>
      accountData('v1.0/Observe/Update', 'AP.AccountUpdate', rest, ingestAccountData('accountupdate', id)),
  },
  {
    parts: ['label', 'account', 'create'],
    bare: true,
    make: (id, rest) =>
      accountData('v1.0/Label/Create', 'AP.AccountLabel', rest, async ({ engine, newId, ...input }) =>
        dataEventAnswer(await engine.label({ ...input, family: 'account', pathId: nonEmptyId(id) }), accepted =>
          accountAcknowledgement(accepted, newId()),
        ),
      ),
  },
  { parts: ['action', 'assessment'], make: legacyCustom },
  { parts: ['assessment'], make: wizardEndpoint },
]

const purchaseBranch = (branch: string): Endpoint => ({
  apiName: 'v1.0/MerchantServices/Events/Purchase/Branch',
  family: 'purchase',
  event: null,
  run: assess({ eventType: 'purchase', branch }),
})

/** `/branch/<name>` at the end, nothing, or something that is no path. */
function branchOf(rest: readonly string[]): { branch?: string; suffix: string } | null {
  if (rest.length === 0) return { suffix: '' }
  const [word = '', branch = ''] = rest
  return rest.length === 2 && word.toLowerCase() === 'branch' && branch !== '' ? { branch, suffix: '/Branch' } : null
}

function accountAssessment(
  name: string,
  event: string,
  eventType: string,
  id: string,
  rest: readonly string[],
): Endpoint | null {
  const found = branchOf(rest)
  return (
    found && {
      apiName: `v1.0/Action/${name}${found.suffix}`,
      family: 'account',
      event,
      run: assess({ eventType, pathId: nonEmptyId(id), branch: found.branch }),
    }
  )
}

const accountData = (apiName: string, event: string, rest: readonly string[], run: Endpoint['run']): Endpoint | null =>
  rest.length > 0 ? null : { apiName, family: 'account', event, run }

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

/** Errors of a path that is none are written as its neighbours write theirs. */
export const familyOf = (path: string): Family =>
  /^\/v1\.0\/(?:action|observe|label)(?:\/|$)/.test(path) ? 'account' : 'purchase'

/** `path` in lower case without a slash at the end; `url` as it came, for the case of its parameters. */
export function findEndpoint(path: string, url: string): Endpoint | null {
  const known = fixedEndpoints.get(path)
  if (known !== undefined || !path.startsWith('/v1.0/')) return known ?? null
  const parts = partsOf(url)
  if (parts === null) return null
  for (const { parts: front, bare = false, make } of parameterEndpoints) {
    const id = parts[front.length] ?? ''
    if (
      (id !== '' || (bare && parts.length === front.length)) &&
      front.every((part, index) => parts[index]?.toLowerCase() === part)
    )
      return make(id, parts.slice(front.length + 1))
  }
  return null
}

/** Parts behind the version, decoded each for itself: an id may hold a slash. Null for an encoding that is none. */
function partsOf(url: string): string[] | null {
  const { pathname } = new URL(url)
  try {
    return pathname
      .replace(/(.)\/$/, '$1')
      .split('/')
      .slice(2)
      .map(decodeURIComponent)
  } catch {
    return null
  }
}
