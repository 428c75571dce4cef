import { z } from 'zod'
import { assessmentKeySchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { moveActions, movedKinds, moveNoteCodes, moveStates, movingInLimits } from './moving-in-definitions.ts'

const noteSchema = z.object({
  code: z.enum(moveNoteCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Of the check of a text: its code in the query language, and the place in the file. */
  diagnostic: z
    .object({
      code: z.string(),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      line: z.number().int(),
      column: z.number().int(),
    })
    .nullable(),
})
export type MoveNote = z.infer<typeof noteSchema>

const objectSchema = z.object({
  /** Its path in the folder, without the ending; the same in every run. */
  key: z.string(),
  kind: z.enum(movedKinds),
  name: z.string(),
  /** Assessment of a rule; empty for everything else. */
  area: z.string(),
  state: z.enum(moveStates),
  action: z.enum(moveActions),
  notes: z.array(noteSchema),
  /** The texts to compare, of what decides: as it is here, and as it moves in. */
  text: z.object({ before: z.string(), after: z.string() }).nullable(),
})
export type MovedObject = z.infer<typeof objectSchema>

export const movingInReportSchema = z.object({
  objects: z.array(objectSchema),
  /** Why nothing can be applied, such as a limit of the environment. */
  refusal: noteSchema.nullable(),
  applied: z.boolean(),
})
export type MovingInReport = z.infer<typeof movingInReportSchema>

const sourceInput = environmentInput.extend({
  files: z
    .array(z.object({ path: z.string().min(1).max(movingInLimits.path), text: z.string() }))
    .max(movingInLimits.files)
    .default([])
    .refine(files => files.reduce((sum, { text }) => sum + text.length, 0) <= movingInLimits.text, {
      message: 'All files together have to be smaller than 19 MB: move them in several times.',
    }),
  /** Text from the clipboard; lines `// Rule: Name` and `// Velocity set: Name` divide it. */
  pasted: z.string().max(movingInLimits.pasted).default(''),
  /** The assessment of rules that have no folder. */
  assessment: assessmentKeySchema.default('purchase'),
})
export type MovingInSource = z.output<typeof sourceInput>

export const movingInContract = {
  preview: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/moving-in/preview`,
      summary: 'What would become of rules, lists, queues, users and applications that move in; nothing is stored',
    })
    .input(sourceInput)
    .output(movingInReportSchema),
  apply: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/moving-in`,
      summary: 'Move in what the preview shows; new rules are inactive, and a repeat changes nothing',
    })
    .input(sourceInput)
    .output(movingInReportSchema),
}
