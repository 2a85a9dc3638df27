/**
 * Tables: each chunk has the header of its rows, whether they are written in
 * Markdown, HTML or CSV; and as data, for a database.
 */
import {
  TableTextSplitter,
  extractTables,
  tableToJson,
  withoutTables,
} from "langchain-seams";

const csv = `sku,product,price
A1,"Meter, three-phase",129.90
B2,"Antenna ""Omni""",24.50
C3,Gateway,310.00`;

const html = `<table>
<caption>Coverage</caption>
<thead><tr><th>Zone</th><th>Signal</th></tr></thead>
<tbody>
<tr><td rowspan="2">North</td><td>-95 dBm</td></tr>
<tr><td>-101 dBm</td></tr>
<tr><td>South</td><td>-88 dBm</td></tr>
</tbody>
</table>`;

const markdown = `# Price list

Valid until June.

| SKU | Price |
| --- | ---: |
| A1 | 129.90 |
| B2 | 24.50 |

Prices without tax.`;

async function show(title: string, chunks: Promise<string[]>): Promise<void> {
  console.log(`== ${title}`);
  console.log(`${(await chunks).join("\n--\n")}\n`);
}

const byRow = new TableTextSplitter({ rowsPerChunk: 1 });
await show("CSV, one row a chunk", byRow.splitText(csv));
await show("HTML, tied rows together", byRow.splitText(html));

const records = new TableTextSplitter({ serialize: "records" });
await show("CSV as records", records.splitText(csv));

const [table] = extractTables(markdown);
console.log(`== ${table.section}, lines ${table.loc.lines.from}-\
${table.loc.lines.to}, to the database`);
console.log(`${tableToJson(table)}\n`);
console.log("== to the vector store");
console.log(withoutTables(markdown));
