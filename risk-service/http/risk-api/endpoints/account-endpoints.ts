/** Endpoints of account creations and logins, with their statuses, updates and labels. */
import type { DataEventName } from '../../../engine/index.ts'
import { type Accepted, assess, branchOf, dataEventAnswer, type Endpoint, type ParameterEndpoint } from './endpoint.ts'

const ingestAccountData =
  (event: DataEventName, id: string): Endpoint['run'] =>
  async ({ engine, newId, ...input }) =>
    dataEventAnswer(await engine.ingestDataEvent({ ...input, event, pathId: nonEmptyId(id) }), accepted =>
      accountAcknowledgement(accepted, newId()),
    )

/**
 * Returns the id in a path of the account family, if any: identity providers with fixed addresses send it in the body
 * only.
 */
const nonEmptyId = (id: string): string | undefined => (id === '' ? undefined : id)

const accountAcknowledgement = ({ event }: Accepted, reference: string): string =>
  JSON.stringify({
    name: event.name,
    version: event.version,
    transactionReferenceId: reference,
    resultDetails: [{ succeeded: true }],
  })

export const accountEndpoints: readonly ParameterEndpoint[] = [
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
        dataEventAnswer(await engine.ingestLabel({ ...input, family: 'account', pathId: nonEmptyId(id) }), accepted =>
          accountAcknowledgement(accepted, newId()),
        ),
      ),
  },
]

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
