import { z } from 'zod'
import { environmentKinds } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import {
  customerApiIdPattern,
  environmentLimits,
  environmentNamePattern,
  geographies,
} from './environment-definitions.ts'

/*
 * Inputs of the creation and change of an environment: the service validates them, and so does the form of the console.
 */

/** Messages for clients that show the answer unchanged; the console has its own for each field. */
const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(environmentLimits.name, `At most ${environmentLimits.name} characters.`)
  .regex(environmentNamePattern, 'Use only letters, digits, underscores and hyphens.')
/** Empty: the name. It is validated together with the name. */
const friendlyName = z.string().trim().max(environmentLimits.name, `At most ${environmentLimits.name} characters.`)
const description = z
  .string()
  .trim()
  .max(environmentLimits.description, `At most ${environmentLimits.description} characters.`)
const tags = z
  .array(z.string().trim().min(1).max(environmentLimits.tag, `At most ${environmentLimits.tag} characters.`))
  .max(environmentLimits.tags, `At most ${environmentLimits.tags} tags.`)
const customerApiId = z.string().regex(customerApiIdPattern, 'Use 1 to 64 letters, digits and hyphens.')
const applicationId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'Enter a valid application ID.')
  .toLowerCase()

export const createEnvironmentSchema = z.object({
  /** Set by the caller, who can then repeat the request after a lost answer without creating a second environment. */
  id: uuid.optional(),
  /** Null creates a root. */
  parentId: uuid.nullable(),
  name,
  friendlyName: friendlyName.default(''),
  /** Roots only; a child inherits that of its root. */
  kind: z.enum(environmentKinds).optional(),
  /** Required for roots; a child inherits that of its root. */
  geography: z.enum(geographies).optional(),
  /** Creates `<name>-sandbox` as well, below the counterpart of the parent. */
  withSandbox: z.boolean().default(false),
  description: description.default(''),
  tags: tags.default([]),
  customerApiId: customerApiId.nullable().default(null),
  /** An application of the tenant that is assigned Risk_API here. */
  applicationId: applicationId.nullable().default(null),
  /** The template to start from: one in the library of an environment, or a file. */
  template: z.object({ environmentId: uuid, templateId: uuid }).optional(),
  templateFile: z.file().optional(),
})
export type CreateEnvironment = z.output<typeof createEnvironmentSchema>

export const environmentChangesSchema = z.object({ name, friendlyName, description, tags }).partial()
export type EnvironmentChanges = z.output<typeof environmentChangesSchema>

/** Bodies of the Provisioning API: the same rules under its own names. */
export const provisionEnvironmentSchema = z.object({
  name,
  friendlyName: friendlyName.default(''),
  description: description.default(''),
  tags: tags.default([]),
  customerApiId: customerApiId.nullable().default(null),
  applicationId: applicationId.nullable().default(null),
  templateId: z.string().nullable().default(null),
})
