import { type TemplateFileIssue, type TemplateKind, templateKinds, templateLimits } from '@assay/risk-service/contract'

export interface TemplateFileHeader {
  fault?: TemplateFileIssue
  kind?: TemplateKind
  name?: string
  description?: string
}

/** The header of a file, before it is sent. */
export async function readTemplateFileHeader(file: Blob): Promise<TemplateFileHeader> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await file.text())
  } catch {
    return { fault: 'json' }
  }
  const { format, kind, name, description } = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >
  const parsedKind = templateKinds.find(each => each === kind)
  if (format !== 'assay.template' || parsedKind === undefined) return { fault: 'format' }
  return {
    kind: parsedKind,
    ...(typeof name === 'string' ? { name: name.slice(0, templateLimits.name) } : {}),
    ...(typeof description === 'string' ? { description: description.slice(0, templateLimits.description) } : {}),
  }
}
