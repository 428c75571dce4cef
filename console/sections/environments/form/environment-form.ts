import {
  type ConflictReason,
  type CreateEnvironment,
  customerApiIdPattern,
  type Environment,
  type EnvironmentChanges,
  environmentLimits,
  environmentNamePattern,
  type Geography,
  isDisplayName,
  sandboxSuffix,
} from '@assay/risk-service/contract'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { mayCreateBelow } from '../commands.ts'

/** What the panel is for: a root, a child of an environment, or a change. */
export type PanelTask =
  | { kind: 'root' }
  | { kind: 'child'; parent: Environment }
  | { kind: 'edit'; environment: Environment }

/** What the panel holds while it is filled in. */
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
export type EnvironmentFormField = Exclude<keyof EnvironmentForm, 'kind'>
/** Message ids by field. */
export type EnvironmentFormIssues = Partial<Record<EnvironmentFormField, string>>

const guid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

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

/** The name rule: letters, digits, underscore and hyphen only; unique in the tenant without regard to case. */
export function validateEnvironmentName(name: string, taken: ReadonlySet<string>, withSandbox = false): string | null {
  const text = name.trim()
  if (text === '') return 'Environments.Form.NameMissing'
  if (!environmentNamePattern.test(text)) return 'General.NameValidation'
  if (text.length > environmentLimits.name) return 'Environments.Form.NameLong'
  if (withSandbox && text.length > environmentLimits.name - sandboxSuffix.length)
    return 'Environments.Form.NameLongSandbox'
  if (taken.has(text.toLowerCase())) return 'Environments.Form.NameTaken'
  if (withSandbox && taken.has(text.toLowerCase() + sandboxSuffix)) return 'Environments.Form.SandboxNameTaken'
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

/** Everything that the service would refuse and the console can know. */
export function validateEnvironmentForm(
  form: EnvironmentForm,
  { root, editing, environments }: EnvironmentFormContext,
): EnvironmentFormIssues {
  const others = environments.filter(({ id }) => id !== editing?.id)
  const sandbox = editing === null && form.withSandbox && form.kind === 'production'
  const errors: EnvironmentFormIssues = {}
  const name = validateEnvironmentName(form.name, new Set(others.map(each => each.name.toLowerCase())), sandbox)
  if (name) errors.name = name
  const friendly = form.friendlyName.trim()
  if (friendly !== '' && !isDisplayName(friendly, form.name.trim()))
    errors.friendlyName = 'Environments.Form.DisplayNameRule'
  if (form.description.trim().length > environmentLimits.description)
    errors.description = 'Environments.Form.DescriptionLong'
  if (form.tags.length > environmentLimits.tags || form.tags.some(tag => tag.length > environmentLimits.tag))
    errors.tags = 'Environments.Form.TagsLong'
  if (editing) return errors
  if (root && form.geography === '') errors.geography = 'Environments.Form.GeographyMissing'
  const apiId = form.customerApiId.trim()
  const longest = environmentLimits.customerApiId - (sandbox ? sandboxSuffix.length : 0)
  if (apiId !== '' && (!customerApiIdPattern.test(apiId) || apiId.length > longest))
    errors.customerApiId = 'Environments.Form.ApiIdRule'
  else if (others.some(each => apiId !== '' && each.customerApiId?.toLowerCase() === apiId.toLowerCase()))
    errors.customerApiId = 'Environments.Form.ApiIdTaken'
  if (form.applicationId.trim() !== '' && !guid.test(form.applicationId.trim()))
    errors.applicationId = 'Environments.Form.ApplicationUnknown'
  return errors
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

export function createInputOf(form: EnvironmentForm, id: string, parent: Environment | null): CreateEnvironment {
  const optional = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    id,
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

/** Which field a refusal of the service belongs to, and what it says there. */
const conflictFields: Readonly<Partial<Record<ConflictReason, [EnvironmentFormField, string]>>> = {
  'environment.nameInUse': ['name', 'Environments.Form.NameTaken'],
  'environment.sandboxNameInUse': ['name', 'Environments.Form.SandboxNameTaken'],
  'environment.customerApiIdInUse': ['customerApiId', 'Environments.Form.ApiIdTaken'],
  'environment.sandboxApiIdInUse': ['customerApiId', 'Environments.Form.ApiIdTaken'],
}
const fieldRules: Readonly<Record<EnvironmentFormField, string>> = {
  name: 'General.NameValidation',
  friendlyName: 'Environments.Form.DisplayNameRule',
  description: 'Environments.Form.DescriptionLong',
  tags: 'Environments.Form.TagsLong',
  geography: 'Environments.Form.GeographyMissing',
  withSandbox: 'Environments.Form.SandboxImpossible',
  customerApiId: 'Environments.Form.ApiIdRule',
  applicationId: 'Environments.Form.ApplicationUnknown',
}

/** Errors by field for a conflict with a reason or an invalid input with issues; null when it belongs to no field. */
export function fieldErrorsOf(failure: ApiError): EnvironmentFormIssues | null {
  if (failure.kind === 'conflict') {
    const [field, message] = (failure.reason && conflictFields[failure.reason]) ?? []
    return field === undefined ? null : { [field]: message }
  }
  if (failure.kind !== 'invalid') return null
  const errors: EnvironmentFormIssues = {}
  for (const { path } of failure.issues) {
    const field = String(path[0]) as EnvironmentFormField
    if (field in fieldRules) errors[field] = fieldRules[field]
  }
  return Object.keys(errors).length > 0 ? errors : null
}
