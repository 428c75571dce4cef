import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type Completion as EditorCompletion,
} from '@codemirror/autocomplete'
import { indentNodeProp, LanguageSupport, LRLanguage } from '@codemirror/language'
import { styleTags, tags } from '@lezer/highlight'
import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import { parser } from '../grammar/parser.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { PartContext } from '../types/rule-source.ts'
import { complete } from './complete.ts'
import type { Completion } from './completion.ts'

/** The language for CodeMirror: the same parser as checker and compiler. */
export const fql = LRLanguage.define({
  name: 'fql',
  parser: parser.configure({
    props: [
      styleTags({
        'LET OBSERVE RETURN ROUTETO SELECT AS FROM WHEN GROUPBY DO': tags.keyword,
        'AND OR NOT': tags.operatorKeyword,
        'TRUE FALSE': tags.bool,
        NULL: tags.null,
        'Number Window': tags.number,
        String: tags.string,
        'Attribute JsonRef': tags.attributeName,
        Variable: tags.variableName,
        'Call/Name': tags.function(tags.variableName),
        'PropertyName PropertyName/...': tags.propertyName,
        'ArgName ArgName/... Key Key/...': tags.propertyName,
        'OrOp AndOp UnionOp EqualityOp RelationOp NotOp': tags.logicOperator,
        'SumOp ProductOp': tags.arithmeticOperator,
        'Question Colon': tags.controlOperator,
        LineComment: tags.lineComment,
        BlockComment: tags.blockComment,
        '( )': tags.paren,
        '[ ]': tags.squareBracket,
        '{ }': tags.brace,
        ', ;': tags.separator,
        '.': tags.derefOperator,
      }),
      indentNodeProp.add({ 'Let Observe Return Do RouteTo Select': context => context.baseIndent + context.unit }),
    ],
  }),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', "'"] },
  },
})

export interface FqlLanguageOptions {
  context: PartContext
  /** Called at every completion, so that the environment may change while the editor is open. */
  environment: () => CheckEnvironment
  /**
   * Texts in the current language: descriptions of functions by the names of their sentences, and words such as
   * `keyword` beside a name. English when absent.
   */
  texts?: { description: (key: string) => string; word: (english: string) => string }
}

const icons: Readonly<Record<Completion['kind'], string>> = {
  keyword: 'keyword',
  function: 'function',
  namespace: 'namespace',
  property: 'property',
  method: 'method',
  variable: 'variable',
  attribute: 'property',
  value: 'constant',
  list: 'enum',
}

const infoOf = ({ description, descriptionKey }: Completion, texts: FqlLanguageOptions['texts']): { info?: string } => {
  const info = descriptionKey !== undefined && texts ? texts.description(descriptionKey) : description
  return info === undefined ? {} : { info }
}

/** Creates the completion source over the function table and the environment. */
export function fqlCompletions(options: FqlLanguageOptions): (context: CompletionContext) => CompletionResult | null {
  return context => {
    const found = complete(context.state.doc.toString(), context.pos, options.context, options.environment())
    const from = found[0]?.from
    if (
      from === undefined ||
      (!context.explicit &&
        from === context.pos &&
        !/(?:[.@$]|@["'])$/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos)))
    )
      return null
    return {
      from,
      options: found.map(
        (each): EditorCompletion => ({
          label: each.label,
          apply: each.apply,
          type: icons[each.kind],
          detail: options.texts?.word(each.detail) ?? each.detail,
          ...infoOf(each, options.texts),
        }),
      ),
      validFor: /^[@$"'\w.]*$/,
    }
  }
}

/** Replaces typographic quotes by straight ones; used when text is pasted. */
export function straightQuotes(text: string): string {
  return text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'")
}

/** Returns highlighting, indentation and completion for one part's editor. */
export function fqlLanguage(options: FqlLanguageOptions): LanguageSupport {
  return new LanguageSupport(fql, [fql.data.of({ autocomplete: fqlCompletions(options) }), autocompletion()])
}

export interface EditorDiagnostic {
  from: number
  to: number
  severity: 'error' | 'warning'
  source: string
  message: string
}

/**
 * Converts the diagnostics of a check to those of a CodeMirror linter; an empty range is widened so that it is visible.
 */
export function fqlDiagnostics(
  check: (text: string) => readonly Diagnostic[],
): (view: { state: { doc: { toString: () => string; length: number } } }) => EditorDiagnostic[] {
  return ({ state }) =>
    check(state.doc.toString()).map(({ from, to, severity, code, message }) => ({
      from: Math.min(to > from ? from : Math.max(0, from - 1), state.doc.length),
      to: Math.min(Math.max(to, from), state.doc.length),
      severity,
      source: code,
      message,
    }))
}
