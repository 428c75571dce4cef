import {
  type ConflictReason,
  type CreateEnvironment,
  type Environment,
  type EnvironmentChanges,
  environmentLimits,
  type Geography,
  isDisplayName,
  sandboxSuffix,
} from '@assay/risk-service/contract'
import type { Resolver } from 'react-hook-form'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { contractResolver, type MessagesByField } from '../../../platform/forms/contract-resolver.ts'
import { createEnvironmentSchema, environmentChangesSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors, FormMessage } from '../../../platform/forms/form-errors.ts'
import { mayCreateBelow } from '../commands.ts'

/** What the panel is for: a root, a child of an environment, or a change. */
export type PanelTask =
  | { kind: 'root' }
  | { kind: 'child'; parent: Environment }
  | { kind: 'edit'; environment: Environment }

/** The values of the panel while it is edited. */
export interface EnvironmentForm {
  name: string
  /** Empty: the name. */
  friendlyName: string
  kind: Environment['kind']
  geography: Geography | ''
  withSandbox: boolean
  description: string
  tags: string[]
  customerApiId: string
  applicationId: string
}

export const emptyEnvironmentForm: EnvironmentForm = {
  name: '',
  friendlyName: '',
  kind: 'production',
  geography: '',
  withSandbox: true,
  description: '',
  tags: [],
  customerApiId: '',
  applicationId: '',
}

/** Restrictions of a name beside its form: it is unique in the tenant, without regard to case. */
function validateUniqueName(name: string, usedNames: ReadonlySet<string>, withSandbox: boolean): FormMessage | null {
  const text = name.trim()
  if (
    withSandbox &&
    text.length > environmentLimits.name - sandboxSuffix.length &&
    text.length <= environmentLimits.name
  )
    return { id: 'Environments.Form.NameLongSandbox' }
  if (usedNames.has(text.toLowerCase())) return { id: 'Environments.Form.NameTaken' }
  if (withSandbox && usedNames.has(text.toLowerCase() + sandboxSuffix))
    return { id: 'Environments.Form.SandboxNameTaken' }
  return null
}

/** Why no sandbox can be made along with a child; null when it can. */
export function sandboxObstacle(parent: Environment | null, environments: readonly Environment[]): string | null {
  if (!parent) return null
  const counterpart = environments.find(({ id }) => id === parent.counterpartId)
  if (!counterpart) return 'Environments.Form.SandboxNoParent'
  return mayCreateBelow(counterpart) && counterpart.status === 'Active' ? null : 'Environments.Form.SandboxImpossible'
}

export interface EnvironmentFormContext {
  root: boolean
  editing: Environment | null
  environments: readonly Environment[]
}

/** Validation beyond the schema of the contract, which reads neither the tree nor the other fields. */
function environmentRules(
  form: EnvironmentForm,
  { root, editing, environments }: EnvironmentFormContext,
): FormErrors<EnvironmentForm> {
  const others = environments.filter(({ id }) => id !== editing?.id)
  const sandbox = editing === null && form.withSandbox && form.kind === 'production'
  const errors: FormErrors<EnvironmentForm> = {}
  const name = validateUniqueName(form.name, new Set(others.map(each => each.name.toLowerCase())), sandbox)
  if (name) errors.name = name
  const friendly = form.friendlyName.trim()
  if (friendly !== '' && !isDisplayName(friendly, form.name.trim()))
    errors.friendlyName = { id: 'Environments.Form.DisplayNameRule' }
  if (editing) return errors
  if (root && form.geography === '') errors.geography = { id: 'Environments.Form.GeographyMissing' }
  const apiId = form.customerApiId.trim()
  if (sandbox && apiId.length > environmentLimits.customerApiId - sandboxSuffix.length)
    errors.customerApiId = { id: 'Environments.Form.ApiIdRule' }
  else if (others.some(each => apiId !== '' && each.customerApiId?.toLowerCase() === apiId.toLowerCase()))
    errors.customerApiId = { id: 'Environments.Form.ApiIdTaken' }
  return errors
}

/** Messages at the fields that the schema or the service finds wrong. */
const environmentMessages = {
  name: { required: 'Environments.Form.NameMissing', invalid: 'General.NameValidation' },
  friendlyName: 'Environments.Form.DisplayNameRule',
  description: 'Common.TooLong',
  tags: 'Environments.Form.TagsLong',
  geography: 'Environments.Form.GeographyMissing',
  withSandbox: 'Environments.Form.SandboxImpossible',
  customerApiId: 'Environments.Form.ApiIdRule',
  applicationId: 'Environments.Form.ApplicationUnknown',
} as const satisfies MessagesByField
type EnvironmentFormField = keyof typeof environmentMessages

/** Validates a new environment below `parent`, or the changes of one. */
export function environmentResolver(
  context: EnvironmentFormContext,
  parent: Environment | null,
): Resolver<EnvironmentForm, unknown, CreateEnvironment | (EnvironmentChanges & { environmentId: string })> {
  const { editing } = context
  const shared = { messages: environmentMessages, rules: (form: EnvironmentForm) => environmentRules(form, context) }
  return editing
    ? contractResolver({
        ...shared,
        schema: environmentChangesSchema,
        toBody: form => ({ environmentId: editing.id, ...updateInputOf(form) }),
      })
    : contractResolver({ ...shared, schema: createEnvironmentSchema, toBody: form => createInputOf(form, parent) })
}

export function environmentFormOf(environment: Environment): EnvironmentForm {
  return {
    ...emptyEnvironmentForm,
    name: environment.name,
    friendlyName: environment.friendlyName === environment.name ? '' : environment.friendlyName,
    kind: environment.kind,
    description: environment.description,
    tags: [...environment.tags],
    customerApiId: environment.customerApiId ?? '',
  }
}

export function createInputOf(form: EnvironmentForm, parent: Environment | null): CreateEnvironment {
  const optional = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    parentId: parent?.id ?? null,
    name: form.name.trim(),
    friendlyName: form.friendlyName.trim(),
    description: form.description.trim(),
    tags: form.tags,
    withSandbox: form.withSandbox && (parent?.kind ?? form.kind) === 'production',
    customerApiId: optional(form.customerApiId),
    applicationId: optional(form.applicationId)?.toLowerCase() ?? null,
    ...(parent ? {} : { kind: form.kind, ...(form.geography === '' ? {} : { geography: form.geography }) }),
  }
}

export function updateInputOf(form: EnvironmentForm): EnvironmentChanges {
  return {
    name: form.name.trim(),
    friendlyName: form.friendlyName.trim(),
    description: form.description.trim(),
    tags: form.tags,
  }
}

/** The field of an error of the service, and its message there. */
const conflictFields: Readonly<Partial<Record<ConflictReason, [EnvironmentFormField, string]>>> = {
  'environment.nameInUse': ['name', 'Environments.Form.NameTaken'],
  'environment.sandboxNameInUse': ['name', 'Environments.Form.SandboxNameTaken'],
  'environment.customerApiIdInUse': ['customerApiId', 'Environments.Form.ApiIdTaken'],
  'environment.sandboxApiIdInUse': ['customerApiId', 'Environments.Form.ApiIdTaken'],
}
const hasField = (name: string): name is EnvironmentFormField => name in environmentMessages

/** Errors by field for a conflict with a reason or an invalid input with issues; null when it belongs to no field. */
export function fieldErrorsOf(failure: ApiError): FormErrors<EnvironmentForm> | null {
  if (failure.kind === 'conflict') {
    const [field, id] = (failure.reason && conflictFields[failure.reason]) ?? []
    return field === undefined || id === undefined ? null : { [field]: { id } }
  }
  if (failure.kind !== 'invalid') return null
  const errors: FormErrors<EnvironmentForm> = {}
  for (const { path } of failure.issues) {
    const field = String(path[0])
    if (!hasField(field)) continue
    const messages = environmentMessages[field]
    errors[field] = {
      id: typeof messages === 'string' ? messages : messages.invalid,
      ...(field === 'description' ? { values: { limit: environmentLimits.description } } : {}),
    }
  }
  return Object.keys(errors).length > 0 ? errors : null
}
