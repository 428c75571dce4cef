import type { Expr } from '@assay/risk-service/fql'
import { stripParentheses } from '@assay/risk-service/fql'

/** Names an expression, so that two spellings of one expression have one name: letter case and blanks aside. */
export function subjectKey(expr: Expr): string {
  const own = stripParentheses(expr)
  switch (own.kind) {
    case 'number':
    case 'bool':
      return String(own.value)
    case 'string':
      return JSON.stringify(own.value)
    case 'null':
      return 'null'
    case 'window':
      return `${own.count}${own.unit}`
    case 'variable':
      return `$${own.name.toLowerCase()}`
    case 'attribute':
      return own.quoted ? `@"${own.path.toLowerCase()}"` : `@${own.path.toLowerCase()}`
    case 'json':
      return `@@${own.path === null ? '' : JSON.stringify([own.path.toLowerCase(), own.quoted])}`
    case 'name':
      return own.name.toLowerCase()
    case 'call':
      return `${own.name.toLowerCase()}(${own.args.map(argumentKey).join()})`
    case 'member':
      return `${subjectKey(own.object)}.${own.name.toLowerCase()}${own.args === null ? '' : `(${own.args.map(argumentKey).join()})`}`
    case 'index':
      return `${subjectKey(own.object)}[${subjectKey(own.index)}]`
    case 'array':
      return `[${own.items.map(subjectKey).join()}]`
    case 'object':
      return `{${own.entries.map(({ key, value }) => `${JSON.stringify(key)}:${subjectKey(value)}`).join()}}`
    case 'unary':
      return `(${own.op}${subjectKey(own.operand)})`
    case 'binary':
      return `(${subjectKey(own.left)}${own.op}${subjectKey(own.right)})`
    case 'logic':
      return `(${own.operands.map(subjectKey).join(own.op)})`
    case 'ternary':
      return `(${subjectKey(own.test)}?${subjectKey(own.yes)}:${subjectKey(own.no)})`
    case 'paren':
      return subjectKey(own.inner)
  }
}

const argumentKey = ({ name, value }: { name: string | null; value: Expr }): string =>
  `${name === null ? '' : `${name.toLowerCase()}=`}${subjectKey(value)}`

/** The tested expression itself: an attribute has the same value as its `.ToString()`, which is how texts are compared. */
export function subjectOf(expr: Expr): Expr {
  const own = stripParentheses(expr)
  if (own.kind !== 'member' || own.name.toLowerCase() !== 'tostring' || own.args?.length !== 0) return own
  const object = stripParentheses(own.object)
  return object.kind === 'attribute' ? object : own
}
