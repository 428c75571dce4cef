import { filledTemplate } from './phrases.ts'

/**
 * What a translation has to tell its reader: for every code the state that it puts a rule into, a sentence, and what to
 * do next. `{name}` is replaced by the parameter.
 */

/** From the best to the worst: a rule has the worst state of its notes. */
export const translationStates = ['same', 'sameWithNote', 'needsYou', 'leftOut', 'failed'] as const
export type TranslationState = (typeof translationStates)[number]

interface NoteTemplate {
  state: Exclude<TranslationState, 'same'>
  message: string
  next: string
}

const writeByHand = 'Write this rule by hand, or leave it out.'
const mendRule = 'Mend the rule and translate it again.'

export const noteTemplates = {
  // The rule says the same, and something of it is to be looked at.
  metadata: {
    state: 'sameWithNote',
    message: 'The metadata "{key}" is read from {path}.',
    next: 'Send it as {path} with every event.',
  },
  ownSource: {
    state: 'sameWithNote',
    message: '{name} is read from {path}, which Assay works out itself.',
    next: 'Compare both on past events: some values differ.',
  },
  usStates: {
    state: 'sameWithNote',
    message: '{name} exists for addresses in the United States alone.',
    next: 'Leave the rule out if it is about another country.',
  },
  allChargebacks: {
    state: 'sameWithNote',
    message: '{name} counts every chargeback, whatever its reason.',
    next: 'Add a WHEN to the velocity for the reasons that your bank gives for fraud.',
  },
  sentField: {
    state: 'sameWithNote',
    message: '{name} is read from {path}.',
    next: 'Send {path} with every event: {content}.',
  },
  listCase: {
    state: 'sameWithNote',
    message: 'A custom list ignores letter case, and {name} has it.',
    next: 'Nothing, unless values of @{list} differ in letter case alone.',
  },
  missingColon: {
    state: 'sameWithNote',
    message: ':{name} has no second colon and is read as :{name}:.',
    next: 'Nothing, if that is what is meant.',
  },
  notIn: {
    state: 'sameWithNote',
    message: '"not {operator}" is read as "not (… {operator} …)", which a missing value does not match.',
    next: 'Add "or is_missing(…)" if a missing value has to match.',
  },
  challengeEnds: {
    state: 'sameWithNote',
    message: 'Radar requests 3D Secure and goes on with its other rules; here Challenge is the decision.',
    next: 'Keep the order: rules that approve or reject come first, rules that review come last.',
  },
  eventDecides: {
    state: 'sameWithNote',
    message: 'The event "{event}" is read as the decision {decision}, which ends the evaluation.',
    next: 'Translate with --event "{event}={decision}" to confirm it, or with another decision or Observe.',
  },
  nullValue: {
    state: 'sameWithNote',
    message: 'A missing value counts as null.',
    next: 'Nothing, if the rule does not tell both apart.',
  },
  numberText: {
    state: 'sameWithNote',
    message: 'The text "{value}" is compared as a number.',
    next: 'Nothing, if the fact is a number.',
  },
  numberFacts: {
    state: 'sameWithNote',
    message: 'Both facts are compared as numbers.',
    next: 'Nothing, if they are numbers.',
  },
  eventParameter: {
    state: 'sameWithNote',
    message: 'The parameter "{name}" of the event is not in the answer: it is no plain value with a plain name.',
    next: 'Add it to Output by hand if it is needed.',
  },
  // The translation is complete, and works once its reader has done something.
  riskScore: {
    state: 'needsYou',
    message: 'The scores of both products differ; limits are ten times those of Radar, from 0 to 999.',
    next: 'Choose the limits anew with a back-test.',
  },
  customData: {
    state: 'needsYou',
    message: 'No field of a purchase is {name}: it is read from {path}.',
    next: 'Send it as {path} with every purchase.',
  },
  addressCheck: {
    state: 'needsYou',
    message: '{path} has one letter for the checks of street and postal code, and {name} is one of the two.',
    next: 'Decide which of the two checks the field has, send that one with every purchase, and leave out rules about the other.',
  },
  currency: {
    state: 'needsYou',
    message: 'Amounts are converted to USD alone: {name} is compared for purchases in {currency}, no others match.',
    next: 'Write the amount in USD, or add the other currencies.',
  },
  list: {
    state: 'needsYou',
    message: 'The values of @{list} are not in the rules.',
    next: 'Put them into the column "value" of the custom list {list}.',
  },
  velocity: {
    state: 'needsYou',
    message: '{name} is counted by the velocity {velocity}, {window}.',
    next: 'Publish the velocity set "{set}" first, and count past events.',
  },
  bankEvents: {
    state: 'needsYou',
    message: '{name} is counted from bank events of the type Auth.',
    next: 'Send a bank event with every answer of the bank.',
  },
  unknownAttribute: {
    state: 'needsYou',
    message: 'The assessment has no attribute "{path}".',
    next: 'Send it with every event, or name its attribute in the file of --map.',
  },
  // There is no translation.
  onlyStripe: { state: 'leftOut', message: 'Only Stripe can tell {name}.', next: writeByHand },
  noCounterpart: { state: 'leftOut', message: 'Nothing here corresponds to {name}: {reason}.', next: writeByHand },
  bothAddressChecks: {
    state: 'leftOut',
    message: 'The rule reads the checks of street and postal code, which have one field here.',
    next: writeByHand,
  },
  unknownName: {
    state: 'leftOut',
    message: '{name} is no documented attribute of Radar.',
    next: 'Check its spelling, or name its attribute in the file of --map.',
  },
  noComparison: {
    state: 'leftOut',
    message: '{name} can only be tested with is_missing().',
    next: writeByHand,
  },
  unaddressable: {
    state: 'leftOut',
    message: 'The name "{name}" cannot be read: it has a dot, a bracket or a quotation mark.',
    next: 'Send it under another name, and name that in the file of --map.',
  },
  builtInRule: {
    state: 'leftOut',
    message: 'This is a built-in rule of Radar, without a condition that could be translated.',
    next: writeByHand,
  },
  otherAction: { state: 'leftOut', message: '"{action}" is no decision.', next: writeByHand },
  factParameters: {
    state: 'leftOut',
    message: 'The fact "{name}" has parameters: it is computed by your own code.',
    next: 'Write it as a velocity, a function or an external call.',
  },
  ownOperator: {
    state: 'leftOut',
    message: '"{operator}" is no operator of json-rules-engine itself, or has no counterpart.',
    next: writeByHand,
  },
  jsonPath: {
    state: 'leftOut',
    message: 'The path "{path}" is more than names and indexes.',
    next: writeByHand,
  },
  comparedFact: {
    state: 'leftOut',
    message: '"{operator}" cannot compare two facts here.',
    next: writeByHand,
  },
  missingCondition: {
    state: 'leftOut',
    message: 'The shared condition "{name}" is not in the file.',
    next: 'Add it to "conditions" of the file, beside "rules".',
  },
  // The rule cannot be read.
  noAction: {
    state: 'failed',
    message: 'A rule begins with Block if, Allow if, Review if or Request 3D Secure if; this line does not.',
    next: mendRule,
  },
  unexpected: { state: 'failed', message: 'Unexpected "{text}" at character {at}.', next: mendRule },
  unexpectedEnd: { state: 'failed', message: 'The rule ends where {expected} is expected.', next: mendRule },
  openParenthesis: {
    state: 'failed',
    message: 'The parenthesis at character {at} is not closed.',
    next: mendRule,
  },
  openText: { state: 'failed', message: 'The text at character {at} is not closed.', next: mendRule },
  tooDeep: { state: 'failed', message: 'Conditions are nested more than {limit} deep.', next: mendRule },
  tooLong: { state: 'failed', message: 'The translated text is longer than {limit} characters.', next: mendRule },
  booleanOperator: {
    state: 'failed',
    message: '{name} is true or false and is written without an operator.',
    next: mendRule,
  },
  operatorMissing: { state: 'failed', message: '{name} needs an operator and a value.', next: mendRule },
  textOperator: { state: 'failed', message: '"{operator}" compares numbers, and {name} is text.', next: mendRule },
  numberOperator: { state: 'failed', message: '"{operator}" compares text, and {name} is a number.', next: mendRule },
  numberExpected: {
    state: 'failed',
    message: '{name} is a number and cannot be compared with {value}.',
    next: mendRule,
  },
  countryCode: { state: 'failed', message: '{value} is no two-letter code of a country.', next: mendRule },
  otherValue: { state: 'failed', message: '{name} cannot be {value}; it is one of: {values}.', next: mendRule },
  numberTooLarge: { state: 'failed', message: 'The number {value} is too large.', next: mendRule },
  notComparable: { state: 'failed', message: '"{operator}" cannot be used with {value}.', next: mendRule },
  form: { state: 'failed', message: '{path}: {expected} is expected.', next: mendRule },
  conditionCircle: { state: 'failed', message: 'The shared condition "{name}" refers to itself.', next: mendRule },
  compiler: { state: 'failed', message: '{code} {message}', next: writeByHand },
} as const satisfies Record<string, NoteTemplate>

export type NoteCode = keyof typeof noteTemplates
export type NoteParameters = Readonly<Record<string, string | number>>

export interface TranslationNote {
  code: NoteCode
  state: Exclude<TranslationState, 'same'>
  parameters: NoteParameters
  /** The condition of the original that it is about; null: the whole rule. */
  condition: string | null
  /** English sentences. */
  message: string
  next: string
}

export function createNote(
  code: NoteCode,
  parameters: NoteParameters = {},
  condition: string | null = null,
): TranslationNote {
  const { state, message, next } = noteTemplates[code]
  return {
    code,
    state,
    parameters,
    condition,
    message: filledTemplate(message, parameters),
    next: filledTemplate(next, parameters),
  }
}

/** Thrown where a rule cannot be translated any further. */
export class TranslationStop extends Error {
  readonly note: TranslationNote
  constructor(code: NoteCode, parameters: NoteParameters = {}, condition: string | null = null) {
    const note = createNote(code, parameters, condition)
    super(note.message)
    this.name = 'TranslationStop'
    this.note = note
  }
}

/** Returns the state of a rule: the worst of its notes. */
export const worstState = (notes: readonly TranslationNote[]): TranslationState =>
  translationStates[Math.max(0, ...notes.map(({ state }) => translationStates.indexOf(state)))] ?? 'same'
