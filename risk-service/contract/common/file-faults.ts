/*
 * What can be wrong with a file of a configuration beyond the values of its schema. The wire has the code with its
 * parameters; the sentences here are for the command, and the console has its own in every language.
 */

export const fileFaultMessages = {
  ruleFile: 'A rule is a folder with rule.json, or a file that ends in .fql.',
  routingType: 'Rules in the folder routing have the type routing.',
  routingFolder: 'Routing rules have the folder routing.',
  twoRules: 'There are two rules named {name}.',
  twoFiles: 'There are two files for {name}.',
  twoClauses: 'There are two clauses named {name}.',
  orderRepeats: 'The rule {name} is named twice.',
  orderUnknown: 'The rule {name} has no file.',
  clauseUnnamed: 'No clause of rule.json has this name. Name the clause there, or remove the file.',
  clauseMissing: 'The text of the clause {name} is missing.',
  noClause: 'There is no clause in this file.',
  ruleAssessment: 'The folder says which assessment a rule belongs to.',
  textUnnamed: '{about} does not name this file. Name it there, or remove the file.',
  textMissing: 'This text is missing.',
  noVelocity: 'There is no velocity in this file.',
  listAlone: 'There is no list of this name beside it.',
  noPlace: 'This file has no place in a configuration.',
  noTextPlace:
    'This file has no place in a configuration. Texts of rules are in rules/<assessment>, such as rules/purchase, those of velocities in velocities.',
  notText: 'This file is not text in UTF-8.',
  unstorable: 'This file has a character that cannot be stored, such as U+0000.',
  noSupportList: 'There is no support list {name}. There are {lists}.',
  secretInFile: 'Do not put a secret in a file. Write { "kept": true } and enter it in the console.',
  noAssessment: 'There is no assessment {name}.',
  assessmentSpelling: 'There is no assessment {name}. This one is written {spelling}.',
  noActions: '{name} has no post-decision actions: they come with assessments of your own.',
  templateNewer: 'The template was written by a newer release.',
  templateKind: 'There are no templates of the kind {name}.',
  controlCharacters: 'A name has no control characters.',
  nameCharacters: 'A name has no slashes, question marks and number signs.',
  columnsRepeat: 'Columns have different names.',
  listRepeats: 'Each list can be named once.',
  noPlaceholder: 'There is no placeholder {name}.',
  keyRepeats: 'Key {name} has a quick decision already.',
  address: 'This is no web address.',
  addressRefused: 'This address may not be called from here.',
  addressPlaceholder: 'This address cannot contain placeholders.',
  hostParameter: 'A parameter cannot be part of the host.',
  parameterRepeats: 'Two parameters have this name.',
  constantRepeats: 'Two constants have this name.',
  headerRepeats: 'Two headers have this name.',
  headerName: 'This is no name of a header.',
  headerOfConnection: 'This header is set by the connection.',
  headerLines: 'A header is one line.',
  contentType: 'The content type can be {types}.',
  noPassword: 'Enter the password.',
  tokenParameter: 'The token request can use constants, but no parameters.',
  noParameter: 'There is no parameter named {name}.',
  noConstant: 'There is no configuration named {name}.',
  noJson: 'Enter JSON.',
  tooDeep: 'This is nested too deeply: at most {limit} levels.',
  tooLong: 'This is too long. Use at most {limit} characters.',
} as const
export type FileFaultCode = keyof typeof fileFaultMessages
export const fileFaultCodes = Object.keys(fileFaultMessages) as FileFaultCode[]

export type FileFaultParams = Readonly<Record<string, string | number>>

/** A fault in one English sentence. */
export const fileFaultText = (code: FileFaultCode, params: FileFaultParams = {}): string =>
  fileFaultMessages[code].replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''))

/** What a check of a schema says: its sentence, and the fault that a client names in its own language. */
export const fileFault = (fault: FileFaultCode, params: FileFaultParams = {}) => ({
  message: fileFaultText(fault, params),
  params: { ...params, fault },
})

/** Returns the fault that a check of a schema named; null: another one. */
export function fileFaultOf(params: Readonly<Record<string, unknown>> | undefined): FileFaultCode | null {
  const fault = params?.['fault']
  return fileFaultCodes.find(code => code === fault) ?? null
}
