# Databricks notebook source
from udfs import run

# COMMAND ----------

POOL = 8

# COMMAND ----------

# MAGIC %run ./other

# COMMAND ----------

run(POOL)
