/*
 * Schemas of assessments of the wizard: sections of standard fields, custom fields and their payloads. They load the
 * schemas of the templates, and therefore have an entry of their own.
 */

export * from './assessments/schema/custom-fields.ts'
export * from './assessments/schema/observation-catalogue.ts'
export * from './assessments/schema/sample-payload.ts'
export * from './assessments/schema/scalar-paths.ts'
export * from './assessments/schema/schema-changes.ts'
export * from './assessments/schema/section-catalogue.ts'
export * from './assessments/template-definitions.ts'
