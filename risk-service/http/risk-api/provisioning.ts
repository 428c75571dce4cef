import { environmentChangesSchema, provisionEnvironmentSchema } from '../../contract/environments/environment-inputs.ts'
import { removeEnvironment, updateEnvironment } from '../../features/environments/change-environment.ts'
import { createEnvironment, type EnvironmentActionContext } from '../../features/environments/create-environment.ts'
import { type PendingTemplate, schedulePendingTemplate } from '../../features/templates/apply-template.ts'
import { type EnvironmentEvents, ignoreEnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import {
  ancestorsOf,
  type EnvironmentTree,
  loadEnvironmentTree,
  type TreeNode,
} from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { ApiCaller, Ports } from '../../ports/index.ts'
import { familyError, forbiddenFor, type RiskApiResponse, unauthorized } from './wire/answers.ts'
import { parseObject, readBody } from './wire/body.ts'

/** Path of the Provisioning API, in lower case as the risk API compares paths. */
const provisioningPath = '/v1.0/provisioning/environments'

export interface ProvisioningDeps extends Ports {
  environments?: EnvironmentEvents
  /** Returns a template that can be used below an environment, or null; absent: no templates. */
  findParentTemplate?:
    | ((tree: EnvironmentTree, parentId: string, templateId: string) => Promise<PendingTemplate | null>)
    | undefined
}
interface ProvisioningCall {
  request: Request
  path: string
  caller: ApiCaller
  correlationId: string
}
interface ProvisioningScope {
  tree: EnvironmentTree
  editor: EnvironmentActionContext
  mayChange: (node: TreeNode) => boolean
}

const forbidden = () => forbiddenFor('Provisioning_API')
const shape = /^\/v1\.0\/provisioning\/environments(?:\/([^/]+))?$/
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export const isProvisioning = (path: string): boolean =>
  path === provisioningPath || path.startsWith(`${provisioningPath}/`)

/**
 * Creates, changes and deletes environments below the roots on which the application has Provisioning_API. Steps and
 * errors are those of the risk API; the rules are those of the console.
 */
export function createProvisioningApi(deps: ProvisioningDeps): (call: ProvisioningCall) => Promise<RiskApiResponse> {
  async function handle(call: ProvisioningCall): Promise<RiskApiResponse> {
    const { request, path, caller } = call
    if (!caller.roles.some(role => role === 'Provisioning_API' || role === 'Sandbox_Provisioning_API'))
      return forbidden()
    const match = shape.exec(path)
    if (!match) return familyError(404, ['The requested path was not found'])
    const target = match[1]
    const methods = target === undefined ? ['POST'] : ['GET', 'PATCH', 'DELETE']
    if (!methods.includes(request.method))
      return familyError(405, [`The method ${request.method} is not allowed here`], { Allow: methods.join(', ') })
    let body: Record<string, unknown> = {}
    if (request.method === 'POST' || request.method === 'PATCH') {
      const text = await readBody(request)
      if (typeof text !== 'string') return text
      const parsed = parseObject(text)
      if (parsed === null)
        return familyError(400, ['Input validation failed - Request body is not a valid JSON object'])
      body = withoutNulls(parsed)
    }
    const scope = await placeOf(call)
    return target === undefined ? create(call, scope, body) : existing(call, scope, target, body)
  }

  async function placeOf({ caller, correlationId }: ProvisioningCall): Promise<ProvisioningScope> {
    const [tree, assigned] = await Promise.all([
      loadEnvironmentTree(deps.db, caller.tenantId),
      deps.db
        .selectFrom('role_assignment')
        .select('environment_id')
        .where('tenant_id', '=', caller.tenantId)
        .where('principal_id', '=', caller.principalId)
        .where('role', '=', 'ProvisioningApi')
        .execute(),
    ])
    const roots = new Set(
      assigned.map(row => row.environment_id).filter(id => id !== null && tree.get(id)?.parentId === null),
    )
    const role = (node: TreeNode) => (node.kind === 'sandbox' ? 'Sandbox_Provisioning_API' : 'Provisioning_API')
    return {
      tree,
      editor: {
        ports: deps,
        environments: deps.environments ?? ignoreEnvironmentEvents,
        correlationId,
        roles: ['ProvisioningApi'],
        principal: {
          tenantId: caller.tenantId,
          id: caller.principalId,
          name: caller.clientId,
          username: caller.clientId,
          wids: [],
          assignments: [],
        },
      },
      mayChange: node =>
        caller.roles.includes(role(node)) &&
        [node.id, ...ancestorsOf(tree, node.id).map(each => each.id)].some(id => roots.has(id)),
    }
  }

  /** Returns the environment that a header or a path names, when the caller may act there; else the refusal. */
  function allowed(
    { caller }: ProvisioningCall,
    { tree, mayChange }: ProvisioningScope,
    named: string,
  ): TreeNode | RiskApiResponse {
    const node = nodeOf(tree, named)
    if (!node) return familyError(400, [`Environment '${named.slice(0, 200)}' was not found`])
    if (caller.audienceKind !== 'both' && caller.audienceKind !== node.kind)
      return unauthorized('TokenAudienceNotAllowed')
    return mayChange(node) ? node : forbidden()
  }

  async function create(
    call: ProvisioningCall,
    scope: ProvisioningScope,
    body: Record<string, unknown>,
  ): Promise<RiskApiResponse> {
    const named = call.request.headers.get('x-ms-dfpenvid')?.trim() ?? ''
    if (named === '') return familyError(400, ['The header x-ms-dfpenvid has to name the parent environment'])
    const parent = allowed(call, scope, named)
    if ('body' in parent) return parent
    const input = provisionEnvironmentSchema.safeParse(body)
    if (!input.success) return invalid(input.error.issues)
    const { templateId, ...requested } = input.data
    const filling =
      templateId === null ? null : ((await deps.findParentTemplate?.(scope.tree, parent.id, templateId)) ?? null)
    if (templateId !== null && filling === null)
      return familyError(400, [`Input validation failed - Template '${templateId.slice(0, 200)}' was not found`])
    const { editor } = scope
    const id = await createEnvironment(
      editor,
      { ...requested, parentId: parent.id, withSandbox: false },
      filling === null
        ? undefined
        : (trx, ids) => schedulePendingTemplate(trx, ids, { ...filling, author: editor.principal }),
    )
    return describe(202, id, call.caller.tenantId)
  }

  async function existing(
    call: ProvisioningCall,
    scope: ProvisioningScope,
    target: string,
    body: Record<string, unknown>,
  ): Promise<RiskApiResponse> {
    const node = uuid.test(target) ? scope.tree.get(target) : undefined
    if (!node) return familyError(404, [`Environment '${target.slice(0, 200)}' was not found`])
    const refused = allowed(call, scope, node.id)
    if ('body' in refused) return refused
    // The header may name a place; in that case it has to be above the target.
    const named = call.request.headers.get('x-ms-dfpenvid')?.trim() ?? ''
    if (named !== '') {
      const above = allowed(call, scope, named)
      if ('body' in above) return above
      if (above.id !== node.id && !ancestorsOf(scope.tree, node.id).some(each => each.id === above.id))
        return forbidden()
    }
    if (node.parentId === null) return forbidden()
    if (call.request.method === 'GET') return describe(200, node.id, call.caller.tenantId)
    if (call.request.method === 'PATCH') {
      const input = environmentChangesSchema.safeParse(body)
      if (!input.success) return invalid(input.error.issues)
      await updateEnvironment(scope.editor, node.id, input.data)
      return describe(200, node.id, call.caller.tenantId)
    }
    await removeEnvironment(scope.editor, node.id)
    return describe(202, node.id, call.caller.tenantId)
  }

  /** Describes the environment for a caller that polls it; one in removal has its status until it is deleted. */
  async function describe(status: number, id: string, tenantId: string): Promise<RiskApiResponse> {
    const tree = await loadEnvironmentTree(deps.db, tenantId)
    const node = tree.get(id) ?? tree.removed?.find(each => each.id === id)
    if (!node || !('status' in node)) throw new NotFoundError('The environment is gone.')
    return { status, body: JSON.stringify(entityOf(node as TreeNode)), logged: null }
  }

  return async call => {
    try {
      return await handle(call)
    } catch (error) {
      if (error instanceof ConflictError) return familyError(409, [error.message])
      if (error instanceof NotFoundError) return familyError(404, [error.message])
      if (error instanceof ValidationError) return familyError(400, [`Input validation failed - ${error.message}`])
      throw error
    }
  }
}

/** Returns an environment under the names of the product specification. */
function entityOf(node: TreeNode) {
  return {
    envid: node.id,
    name: node.name,
    friendlyName: node.friendlyName,
    status: node.status,
    parentEnvironmentId: node.parentId,
    geography: node.geography,
    kind: node.kind,
    customerApiId: node.apiId,
    description: node.description,
    tags: node.tags,
  }
}

/** Finds an environment by id, by customer API id, or by a path of them from the root. */
function nodeOf(tree: EnvironmentTree, named: string): TreeNode | undefined {
  let at: TreeNode | undefined
  for (const [index, step] of named
    .replace(/^\/|\/$/g, '')
    .toLowerCase()
    .split('/')
    .entries()) {
    const parentId: string | undefined = at?.id
    const fits = (node: TreeNode) => node.id === step || node.apiId?.toLowerCase() === step
    at = [...tree.values()].find(node => fits(node) && (index === 0 || node.parentId === parentId))
    if (!at) return undefined
  }
  return at
}

/** Removes nulls: some published clients send null for members without a value. */
function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): RiskApiResponse {
  const [first = 'Input validation failed', ...others] = issues.map(
    ({ path, message }) => `Input validation failed - ${path.map(String).join('.')}: ${message}`,
  )
  return familyError(400, [first, ...others])
}
