export function outputSchemas(document: object): Record<string, object>;
export function writeOutputSchemas(folder: string): Promise<void>;
