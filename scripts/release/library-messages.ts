import ts from 'typescript'

/** The English of every message of the library, by id. */
export type Defaults = Readonly<Record<string, string>>

const table = 'defaultMessages'

/** Possible ids of a template literal: `DesignSystem.Status.${label}` represents the whole family. */
function matchTemplate(expression: ts.TemplateExpression, defaults: Defaults): string[] {
  const escape = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(
    `^${escape(expression.head.text)}${expression.templateSpans.map(span => `[A-Za-z0-9]+${escape(span.literal.text)}`).join('')}$`,
  )
  return Object.keys(defaults).filter(id => pattern.test(id))
}

/** True for an id that is written out where it is used, also as the choice of a condition. */
const isWrittenOut = (id: ts.Expression): boolean =>
  ts.isStringLiteralLike(id) ||
  ts.isTemplateExpression(id) ||
  (ts.isParenthesizedExpression(id) && isWrittenOut(id.expression)) ||
  (ts.isConditionalExpression(id) && isWrittenOut(id.whenTrue) && isWrittenOut(id.whenFalse))

/** The id in the element of a message or in the argument of a call, wherever it is the place of its use. */
function idAtUse(node: ts.Node): ts.Expression | undefined {
  const named = (name: ts.Node | undefined) => name !== undefined && ts.isIdentifier(name) && name.text === 'id'
  if (ts.isJsxAttribute(node) && named(node.name) && ts.isJsxOpeningLikeElement(node.parent.parent)) {
    const { tagName } = node.parent.parent
    if (!ts.isIdentifier(tagName) || tagName.text !== 'FormattedMessage') return undefined
    const { initializer } = node
    return initializer && ts.isJsxExpression(initializer) ? initializer.expression : (initializer as ts.StringLiteral)
  }
  if (ts.isPropertyAssignment(node) && named(node.name) && ts.isCallExpression(node.parent.parent)) {
    const { expression } = node.parent.parent
    const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression
    return ts.isIdentifier(called) && called.text === 'formatMessage' ? node.initializer : undefined
  }
  return undefined
}

/** Message ids that a file has as data, in tables and arguments: possible values of an id computed at run time. */
export function findIdsInData(file: ts.SourceFile, defaults: Defaults): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    const used = idAtUse(node)
    if (used && isWrittenOut(used)) return
    if (ts.isStringLiteralLike(node) && node.text in defaults) found.add(node.text)
    else if (ts.isTemplateExpression(node)) for (const id of matchTemplate(node, defaults)) found.add(id)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found]
}

/**
 * Adds to every message of the library its English text as `defaultMessage`, as FormatJS does at build time: a fresh
 * application has texts before it has a catalogue, and only the texts of the used components are included. Ids computed
 * at run time are looked up in a table of those that the file and everything it imports have as data.
 */
export function withDefaultMessages(
  defaults: Defaults,
  near: (file: ts.SourceFile) => readonly string[],
): ts.TransformerFactory<ts.SourceFile> {
  return context => file => {
    const { factory } = context
    const listed = new Set<string>()

    function defaultOf(id: ts.Expression): ts.Expression | undefined {
      if (ts.isStringLiteralLike(id))
        return id.text in defaults ? factory.createStringLiteral(defaults[id.text] ?? '') : undefined
      if (ts.isParenthesizedExpression(id)) return defaultOf(id.expression)
      if (ts.isConditionalExpression(id)) {
        const [yes, no] = [defaultOf(id.whenTrue), defaultOf(id.whenFalse)]
        if (yes && no) return factory.createConditionalExpression(id.condition, undefined, yes, undefined, no)
      }
      const ids = ts.isTemplateExpression(id) ? matchTemplate(id, defaults) : near(file)
      if (ids.length === 0) return undefined
      for (const each of ids) listed.add(each)
      return factory.createElementAccessExpression(factory.createIdentifier(table), id)
    }

    const isMessage = (node: ts.JsxOpeningLikeElement) =>
      ts.isIdentifier(node.tagName) && node.tagName.text === 'FormattedMessage'
    function attributes(node: ts.JsxOpeningLikeElement): ts.JsxAttributes | undefined {
      const given = node.attributes.properties.filter(ts.isJsxAttribute)
      if (given.some(attribute => attribute.name.getText(file) === 'defaultMessage')) return undefined
      const id = given.find(attribute => attribute.name.getText(file) === 'id')?.initializer
      const expression = id && (ts.isStringLiteral(id) ? id : ts.isJsxExpression(id) ? id.expression : undefined)
      const text = expression && defaultOf(expression)
      if (!text) return undefined
      const attribute = factory.createJsxAttribute(
        factory.createIdentifier('defaultMessage'),
        factory.createJsxExpression(undefined, text),
      )
      return factory.updateJsxAttributes(node.attributes, [...node.attributes.properties, attribute])
    }

    function descriptor(argument: ts.ObjectLiteralExpression): ts.ObjectLiteralExpression {
      const named = (name: string) => argument.properties.find(property => property.name?.getText(file) === name)
      if (named('defaultMessage')) return argument
      const id = named('id')
      const text =
        id &&
        (ts.isPropertyAssignment(id)
          ? defaultOf(id.initializer)
          : ts.isShorthandPropertyAssignment(id)
            ? defaultOf(id.name)
            : undefined)
      return text
        ? factory.updateObjectLiteralExpression(argument, [
            ...argument.properties,
            factory.createPropertyAssignment('defaultMessage', text),
          ])
        : argument
    }

    function visit(node: ts.Node): ts.Node {
      const next = ts.visitEachChild(node, visit, context)
      if (ts.isJsxSelfClosingElement(node) && isMessage(node) && ts.isJsxSelfClosingElement(next)) {
        const changed = attributes(node)
        return changed ? factory.updateJsxSelfClosingElement(next, next.tagName, next.typeArguments, changed) : next
      }
      if (ts.isJsxOpeningElement(node) && isMessage(node) && ts.isJsxOpeningElement(next)) {
        const changed = attributes(node)
        return changed ? factory.updateJsxOpeningElement(next, next.tagName, next.typeArguments, changed) : next
      }
      if (ts.isCallExpression(node) && ts.isCallExpression(next)) {
        const called = ts.isPropertyAccessExpression(node.expression)
          ? node.expression.name.text
          : ts.isIdentifier(node.expression)
            ? node.expression.text
            : ''
        const [first] = node.arguments
        if (called === 'formatMessage' && first && ts.isObjectLiteralExpression(first)) {
          return factory.updateCallExpression(next, next.expression, next.typeArguments, [
            descriptor(first),
            ...next.arguments.slice(1),
          ])
        }
      }
      return next
    }

    const changed = ts.visitNode(file, visit) as ts.SourceFile
    if (listed.size === 0) return changed
    const entries = [...listed]
      .toSorted()
      .map(id =>
        factory.createPropertyAssignment(
          factory.createStringLiteral(id),
          factory.createStringLiteral(defaults[id] ?? ''),
        ),
      )
    const declaration = factory.createVariableStatement(
      undefined,
      factory.createVariableDeclarationList(
        [
          factory.createVariableDeclaration(
            table,
            undefined,
            undefined,
            factory.createObjectLiteralExpression(entries, true),
          ),
        ],
        ts.NodeFlags.Const,
      ),
    )
    const imports = changed.statements.filter(ts.isImportDeclaration).length
    return factory.updateSourceFile(changed, [
      ...changed.statements.slice(0, imports),
      declaration,
      ...changed.statements.slice(imports),
    ])
  }
}
