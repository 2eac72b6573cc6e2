import { HOST_FILES, isHostFileName, splitStoredName, type HostFileName } from "../../domain/host-file.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { getHostFile, listHostFiles, putHostFile, writeHostFile } from "../../services/host/host-files.ts";
import { NOT_FOUND } from "../../services/result.ts";
import { hostFileBody, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { answer, hostOf, unwrap, type AdminContext } from "../request-context.ts";
import { answerContent, readFile, toFileShape } from "./file.ts";

/** Routes of `/host/{host}/files`: the files that a hostname needs (contract 35.14). */
export const hostFileRoutes = newApp()
  .get("/:host/files", within("viewer"), async (c) =>
    answer(await listHostFiles(c.get("service"), hostOf(c)), (files) => ({
      data: files.map(toHostFileShape),
    })),
  )
  .get("/:host/files/:file", within("viewer"), async (c) =>
    answerContent(c, await getHostFile(c.get("service"), hostOf(c), nameOf(c))),
  )
  .put("/:host/files/:file", within("manager"), hostFileBody, async (c) => {
    const name = nameOf(c);
    const file = await readFile(c, HOST_FILES[name]);
    return answer(await putHostFile(c.get("service"), hostOf(c), name, file), (page) =>
      toHostFileShape(page!),
    );
  })
  .delete("/:host/files/:file", within("manager"), async (c) =>
    answer(await writeHostFile(c.get("service"), hostOf(c), nameOf(c), null), (data) => ({ data })),
  );

/** @throws HttpError 404 for another name */
function nameOf(c: AdminContext): HostFileName {
  const name = c.req.param("file") ?? "";
  return isHostFileName(name) ? name : unwrap(NOT_FOUND);
}

function toHostFileShape(page: StoredPage) {
  const { name, path } = splitStoredName(page.name);
  return { ...toFileShape(page), name, path };
}
